import { expect } from 'chai'
import { kinds } from '../../server/kinds/register.ts'
import type { FixtureSubject } from '../diagnosis/fixture.ts'
import { call } from '../support/http.ts'

interface ObjectFindings {
  /** Names of the rules that find something wrong. */
  readonly found: readonly string[]
  /** Objects that it controls. */
  readonly owned: readonly FixtureSubject[]
}

/** Reads the findings of an object from the API server, bypassing every cache; none for an object that is gone or a kind without a detail. */
export async function readFindings(
  api: string,
  { kind, name, namespace }: FixtureSubject,
): Promise<ObjectFindings> {
  const registered = kinds.find((one) => one.kind === kind)
  if (registered === undefined) return { found: [], owned: [] }
  const where = registered.namespaced ? `namespace=${namespace ?? ''}&` : ''
  const path = `/api/${registered.path}/${name}?${where}include=diagnosis,related`
  const { status, json } = await call(api, 'GET', path, undefined, { 'cache-control': 'no-cache' })
  if (status === 404) return { found: [], owned: [] }
  expect(status).to.equal(200)
  const related = json['related'] as (FixtureSubject & { relation: string })[]
  return {
    found: (json['diagnosis'] as { rule: string }[]).map(({ rule }) => rule),
    owned: related.filter(({ relation }) => relation === 'owns'),
  }
}
