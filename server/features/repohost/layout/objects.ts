import { loadAll } from 'js-yaml'
import { isObject, objectIn } from '../../../core/json.ts'
import { isYaml, MAX_FILE_BYTES, type RepositoryFile } from './repository-file.ts'

/** An object in a file, as it is written there. */
export interface FileObject {
  readonly path: string
  readonly apiGroup: string
  readonly kind: string
  readonly name: string
  readonly namespace: string | undefined
  readonly annotations: Readonly<Record<string, unknown>>
  readonly spec: Readonly<Record<string, unknown>>
}

/** Objects of one file that count. */
const MAX_OBJECTS = 1000

/** Returns the documents of YAML as JSON, up to the first that cannot be parsed, such as a template. */
export function documentsIn({ path, content }: RepositoryFile): readonly unknown[] {
  if (content === undefined || content.length > MAX_FILE_BYTES || !isYaml(path)) return []
  const documents: unknown[] = []
  try {
    // The package yaml takes seconds for some texts of a mebibyte, and these come from strangers.
    loadAll(content, (document) => void documents.push(document))
  } catch {
    return documents
  }
  return documents
}

/** Returns the objects of a file, those in lists included. */
export function objectsIn(file: RepositoryFile): readonly FileObject[] {
  return documentsIn(file)
    .flatMap((document) => itemsOf(document))
    .slice(0, MAX_OBJECTS)
    .flatMap((item) => objectOf(file.path, item))
}

function itemsOf(document: unknown): readonly unknown[] {
  if (!isObject(document)) return []
  const { kind, items } = document
  return typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items) ? items : [document]
}

function objectOf(path: string, item: unknown): readonly FileObject[] {
  if (!isObject(item)) return []
  const { apiVersion, kind } = item
  const metadata = objectIn(item, 'metadata')
  const { name, namespace } = metadata
  if (typeof kind !== 'string' || typeof apiVersion !== 'string' || typeof name !== 'string') return []
  return [
    {
      path,
      apiGroup: apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '',
      kind,
      name,
      namespace: typeof namespace === 'string' ? namespace : undefined,
      annotations: objectIn(metadata, 'annotations'),
      spec: objectIn(item, 'spec'),
    },
  ]
}

/** Returns a text in nested JSON objects; undefined if there is none. */
export function textIn(value: unknown, ...keys: readonly string[]): string | undefined {
  const last = keys.at(-1) ?? ''
  const holder = keys.slice(0, -1).reduce<unknown>((at, key) => objectIn(at, key), value)
  const found = isObject(holder) && Object.hasOwn(holder, last) ? holder[last] : undefined
  return typeof found === 'string' ? found : undefined
}
