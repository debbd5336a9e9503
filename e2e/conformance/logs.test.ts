import { expect } from 'chai'
import { eventually } from './eventually.ts'
import { type Refusal, expectRefusal, present } from './expect.ts'
import { LineReader } from './stream.ts'
import { type Target, openTarget } from './target.ts'
import { container, createPod, isReady, podWhen } from './workloads.ts'

describe('conformance: logs', () => {
  let target: Target
  let pods: string

  before(async () => {
    target = await openTarget()
    const { image } = target
    pods = `/api/v1/namespaces/${target.namespace}/pods`
    await createPod(target, 'one', {
      containers: [container('c', image, 'echo first; echo second; echo third; sleep 3600')],
    })
    await createPod(target, 'two', {
      initContainers: [container('init', image, 'echo prepared')],
      containers: [
        container('a', image, 'while true; do echo tick; sleep 1; done'),
        container('b', image, 'sleep 3600'),
      ],
    })
    await createPod(target, 'done', {
      restartPolicy: 'Never',
      containers: [container('c', image, 'echo over; exit 3')],
    })
    await createPod(target, 'crash', { containers: [container('c', image, 'echo boom; exit 1')] })
    await createPod(target, 'badimage', {
      containers: [{ name: 'c', image: 'registry.example.invalid/x:1' }],
    })
    await createPod(target, 'homeless', {
      nodeSelector: { 'conformance.example.com/nowhere': 'true' },
      containers: [container('c', image, 'echo never')],
    })
    await podWhen(target, 'one', isReady)
    await podWhen(target, 'two', isReady)
    await podWhen(target, 'done', (pod) => pod.status?.phase === 'Failed')
    await podWhen(target, 'crash', (pod) => (pod.status?.containerStatuses?.[0]?.restartCount ?? 0) > 0)
    await podWhen(
      target,
      'badimage',
      (pod) => pod.status?.containerStatuses?.[0]?.state?.waiting?.reason === 'ImagePullBackOff',
    )
    // A container's first log lines may arrive a moment after its state becomes running.
    await eventually(target.patience, async () => (await log('one?')).text.includes('third'))
    await eventually(target.patience, async () => (await log('two?container=a')).text.includes('tick'))
    await eventually(target.patience, async () => (await log('crash?previous=true')).text.includes('boom'))
  })

  const log = async (query: string): Promise<{ status: number; text: string }> =>
    target.admin.send('GET', `${pods}/${query.replace('?', '/log?')}`)

  it('serves logs byte for byte', async () => {
    const { status, text, headers } = await target.admin.send('GET', `${pods}/one/log`)
    expect([status, text]).to.deep.equal([200, 'first\nsecond\nthird\n'])
    expect(headers['content-type']).to.equal('text/plain')
  })

  for (const [query, expected] of [
    ['one?tailLines=2', 'second\nthird\n'],
    ['one?tailLines=0', ''],
    ['one?tailLines=100', 'first\nsecond\nthird\n'],
    ['one?limitBytes=8', 'first\nse'],
    ['one?tailLines=1&limitBytes=3', 'thi'],
    ['one?sinceSeconds=3600', 'first\nsecond\nthird\n'],
    ['one?container=c', 'first\nsecond\nthird\n'],
    ['two?container=init', 'prepared\n'],
    ['two?container=b', ''],
    ['done?', 'over\n'],
    ['done?follow=true', 'over\n'],
    ['crash?previous=true', 'boom\n'],
  ] as const) {
    it(`GET ${query}`, async () => {
      expect(await log(query)).to.include({ status: 200, text: expected })
    })
  }

  it('timestamps stand before each line, with nanoseconds', async () => {
    const { text } = await log('one?timestamps=true')
    expect(text).to.match(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,9}Z (first|second|third)\n){3}$/)
  })

  it('sinceTime in the future leaves nothing', async () => {
    expect(await log('one?sinceTime=2099-01-01T00:00:00Z')).to.include({ status: 200, text: '' })
  })

  it('follow goes on as the container writes', async () => {
    const reader = new LineReader(
      await target.admin.open('GET', `${pods}/two/log?container=a&follow=true&tailLines=1`),
    )
    expect(reader.status).to.equal(200)
    for (let line = 0; line < 3; line += 1) expect(await reader.next(target.patience)).to.equal('tick')
    reader.close()
  })

  it('follow ends in order when the container ends', async () => {
    const script = 'echo begin; sleep 2; echo end; exit 0'
    await createPod(target, 'short', {
      restartPolicy: 'Never',
      containers: [container('c', target.image, script)],
    })
    await podWhen(target, 'short', (pod) => present(pod.status?.phase, 'status.phase') !== 'Pending')
    const reader = new LineReader(await target.admin.open('GET', `${pods}/short/log?follow=true`))
    expect(await reader.next(target.patience)).to.equal('begin')
    expect(await reader.next(target.patience)).to.equal('end')
    expect(await reader.next(target.patience)).to.equal(undefined)
  })

  it('a Pod that has no node has no log: 204', async () => {
    expect(await log('homeless?')).to.include({ status: 204, text: '' })
  })

  const bad = (message: string): Refusal => ({ code: 400, reason: 'BadRequest', message })
  const invalid = (field: string, message: string, reason = 'FieldValueInvalid'): Refusal => ({
    code: 422,
    reason: 'Invalid',
    message: `PodLogOptions "one" is invalid: ${field}: ${message}`,
    details: { name: 'one', kind: 'PodLogOptions', causes: [{ reason, message, field }] },
  })
  const refused: [string, Refusal][] = [
    ['two?', bad('a container name must be specified for pod two, choose one of: [init a b]')],
    ['two?container=zz', bad('container zz is not valid for pod two')],
    ['one?previous=true', bad('previous terminated container "c" in pod "one" not found')],
    ['done?previous=true', bad('previous terminated container "c" in pod "done" not found')],
    ['one?tailLines=x', bad('strconv.ParseInt: parsing "x": invalid syntax')],
    [
      'one?sinceTime=abc',
      bad('parsing time "abc" as "2006-01-02T15:04:05Z07:00": cannot parse "abc" as "2006"'),
    ],
    ['one?tailLines=-1', invalid('tailLines', 'Invalid value: -1: must be greater than or equal to 0')],
    [
      'one?container=zz&tailLines=-5',
      invalid('tailLines', 'Invalid value: -5: must be greater than or equal to 0'),
    ],
    ['one?limitBytes=0', invalid('limitBytes', 'Invalid value: 0: must be greater than 0')],
    ['one?sinceSeconds=0', invalid('sinceSeconds', 'Invalid value: 0: must be greater than 0')],
    [
      'one?sinceSeconds=1&sinceTime=2026-01-01T00:00:00Z',
      invalid(
        '[]',
        'Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified',
        'FieldValueForbidden',
      ),
    ],
    [
      'nope?',
      {
        code: 404,
        reason: 'NotFound',
        message: 'pods "nope" not found',
        details: { name: 'nope', kind: 'pods' },
      },
    ],
  ]
  for (const [query, refusal] of refused) {
    it(`GET ${query}: ${refusal.code}`, async () => {
      expectRefusal(await target.admin.send('GET', `${pods}/${query.replace('?', '/log?')}`), refusal)
    })
  }

  it('a container whose image cannot be pulled: 400 between two tries', async () => {
    const trying = 'container "c" in pod "badimage" is waiting to start: trying and failing to pull image'
    const answer = await eventually(target.patience, async () => {
      const given = await target.admin.send('GET', `${pods}/badimage/log`)
      return given.text.includes('trying and failing') && given
    })
    expectRefusal(answer, bad(trying))
  })

  it('a container that is being made: 400 ContainerCreating', async () => {
    // A volume of a missing ConfigMap keeps a real kubelet from starting the container. The demo cluster
    // ignores the volume, so the test reads the log while the container starts.
    const { image } = target
    await createPod(target, 'slow', {
      containers: [container('c', image, 'sleep 1')],
      volumes: [{ name: 'v', configMap: { name: 'not-there' } }],
    })
    const answer = await eventually(target.patience, async () => {
      const found = await target.admin.send('GET', `${pods}/slow/log`)
      return found.status === 400 && found.json.message?.includes('ContainerCreating') && found
    })
    expectRefusal(answer, bad('container "c" in pod "slow" is waiting to start: ContainerCreating'))
  })

  it('a container that waits for another: 400 PodInitializing', async () => {
    const { image } = target
    await createPod(target, 'patient', {
      initContainers: [container('init', image, 'sleep 3600')],
      containers: [container('c', image, 'sleep 1')],
    })
    const answer = await eventually(target.patience, async () => {
      const found = await target.admin.send('GET', `${pods}/patient/log?container=c`)
      return found.status === 400 && found.json.message?.includes('waiting') && found
    })
    expectRefusal(answer, bad('container "c" in pod "patient" is waiting to start: PodInitializing'))
  })
})
