import { expect } from 'chai'
import { identityOf, itemsOf } from './expect.ts'
import { type Target, openTarget } from './target.ts'

const key =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
const value =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"

describe('conformance: selectors', () => {
  let target: Target
  let maps: string

  before(async () => {
    target = await openTarget()
    maps = `/api/v1/namespaces/${target.namespace}/configmaps`
    for (const [name, labels] of Object.entries({
      a: { app: 'web', tier: 'front', size: '3', 'example.com/in': 'in' },
      b: { app: 'web', tier: 'back', size: '12' },
      c: { app: 'db', empty: '' },
    })) {
      await target.admin.create(maps, { metadata: { name, labels } })
    }
  })

  async function names(parameter: string, selector: string): Promise<string[]> {
    const list = await target.admin.get(`${maps}?${parameter}=${encodeURIComponent(selector)}`)
    return itemsOf(list)
      .map((item) => identityOf(item).name)
      .filter((name) => name !== 'kube-root-ca.crt')
  }

  for (const [selector, expected] of [
    ['app=web', 'ab'],
    ['app==web,tier=back', 'b'],
    ['app!=web', 'c'],
    ['app', 'abc'],
    ['!app', ''],
    ['!tier', 'c'],
    ['app in (web,db)', 'abc'],
    ['app in (db)', 'c'],
    ['tier notin (front)', 'bc'],
    ['size>3', 'b'],
    ['size<12', 'a'],
    ['empty=', 'c'],
    ['empty in ()', 'c'],
    ['empty in (,x)', 'c'],
    ['example.com/in in (in)', 'a'],
    [' app = web , tier = front ', 'a'],
    ['app=web,app=db', ''],
    ['in', ''],
  ] as const) {
    it(`labelSelector ${selector || '(empty)'}`, async () => {
      expect((await names('labelSelector', selector)).join('')).to.equal(expected)
    })
  }

  for (const [selector, message] of [
    ['a in (b', "unable to parse requirement: found '', expected: ',' or ')'"],
    ['a in b', "unable to parse requirement: found 'b' expected: '('"],
    ['a in (=)', "unable to parse requirement: found '=', expected: ',', ')' or identifier"],
    ['a b', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
    ['a!b', "unable to parse requirement: found '!', expected: in, notin, =, ==, !=, gt, lt"],
    ['!a in (b)', "found 'in', expected: ',' or 'end of string'"],
    [',a', "found ',', expected: !, identifier, or 'end of string'"],
    ['a,', "found '', expected: identifier after ','"],
    ['=a', "found '=', expected: !, identifier, or 'end of string'"],
    ['a=b=c', "found '=', expected: ',' or 'end of string'"],
    ['!', "unable to parse requirement: found '', expected: identifier"],
    [
      'a>x',
      `unable to parse requirement: values[0]: Invalid value: "x": for 'Gt', 'Lt' operators, the value must be an integer`,
    ],
    ['a=@', `unable to parse requirement: values[0][a]: Invalid value: "@": ${value}`],
    ['a notin (b,@)', `unable to parse requirement: values[0][a]: Invalid value: "@": ${value}`],
    ['-a', `unable to parse requirement: <nil>: Invalid value: "-a": name part ${key}`],
    [
      'x.y/',
      `unable to parse requirement: <nil>: Invalid value: "x.y/": name part must be non-empty; name part ${key}`,
    ],
    [
      'a/b/c',
      `unable to parse requirement: <nil>: Invalid value: "a/b/c": a qualified name ${key} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ],
    [
      'a'.repeat(64),
      `unable to parse requirement: <nil>: Invalid value: "${'a'.repeat(64)}": name part must be no more than 63 characters`,
    ],
    [
      `a=${'b'.repeat(64)}`,
      `unable to parse requirement: values[0][a]: Invalid value: "${'b'.repeat(64)}": must be no more than 63 characters`,
    ],
  ] as const) {
    it(`labelSelector ${selector.slice(0, 20)}: 400`, async () => {
      const { status, json } = await target.admin.send(
        'GET',
        `${maps}?labelSelector=${encodeURIComponent(selector)}`,
      )
      expect([status, json.reason, json.message]).to.deep.equal([400, 'BadRequest', message])
    })
  }

  for (const [selector, expected] of [
    ['metadata.name=a', 'a'],
    ['metadata.name==b', 'b'],
    ['metadata.name!=a', 'bc'],
    ['metadata.name=a,metadata.namespace=nowhere', ''],
    ['metadata.name=', ''],
  ] as const) {
    it(`fieldSelector ${selector}`, async () => {
      expect((await names('fieldSelector', selector)).join('')).to.equal(expected)
    })
  }

  const generic = 'is not a known field selector: only "metadata.name", "metadata.namespace"'
  for (const [path, selector, message] of [
    ['/api/v1/configmaps', 'a=b', `"a" ${generic}`],
    ['/apis/apps/v1/deployments', 'status.replicas=1', `"status.replicas" ${generic}`],
    ['/api/v1/pods', 'a=b', 'field label not supported: a'],
    ['/api/v1/pods', 'metadata.labels=b', 'field label not supported: metadata.labels'],
    ['/api/v1/nodes', 'metadata.namespace=b', 'field label not supported: metadata.namespace'],
    ['/api/v1/namespaces', 'metadata.namespace=b', 'field label not supported: metadata.namespace'],
    ['/api/v1/events', 'count=1', 'field label not supported: count'],
    ['/api/v1/secrets', 'data=1', 'field label not supported: data'],
    ['/api/v1/services', 'spec.ports=1', 'field label not supported: spec.ports'],
    ['/api/v1/pods', 'metadata.name', "invalid selector: 'metadata.name'; can't understand 'metadata.name'"],
    ['/api/v1/pods', 'metadata.name=a,b', "invalid selector: 'metadata.name=a,b'; can't understand 'b'"],
    ['/api/v1/pods', 'metadata.name=a\\b', 'invalid field selector: invalid escape sequence: \\b'],
    ['/api/v1/pods', 'metadata.name=a=b', 'invalid field selector: unescaped character in value: 61'],
  ] as const) {
    it(`fieldSelector ${selector} on ${path}: 400`, async () => {
      const { status, json } = await target.admin.send(
        'GET',
        `${path}?fieldSelector=${encodeURIComponent(selector)}`,
      )
      expect([status, json.reason, json.message]).to.deep.equal([400, 'BadRequest', message])
    })
  }

  for (const [path, selector] of [
    [
      '/api/v1/pods',
      'spec.nodeName=nowhere,spec.restartPolicy=Never,spec.schedulerName=x,spec.serviceAccountName=y',
    ],
    [
      '/api/v1/pods',
      'status.phase=Nope,status.podIP=1.2.3.4,status.podIPs=1.2.3.4,status.nominatedNodeName=z',
    ],
    [
      '/api/v1/events',
      'involvedObject.kind=X,involvedObject.namespace=x,involvedObject.name=x,involvedObject.uid=x',
    ],
    [
      '/api/v1/events',
      'involvedObject.apiVersion=x,involvedObject.resourceVersion=1,involvedObject.fieldPath=x',
    ],
    ['/api/v1/events', 'reason=Nope,type=Nope,source=nope,reportingComponent=nope'],
    ['/api/v1/nodes', 'spec.unschedulable=true,metadata.name=nope'],
    ['/api/v1/namespaces', 'status.phase=Nope'],
    ['/api/v1/secrets', 'type=nope'],
    ['/api/v1/services', 'spec.clusterIP=1.1.1.1,spec.type=Nope'],
  ] as const) {
    it(`fieldSelector ${selector.slice(0, 40)}... on ${path} is known`, async () => {
      const { status, json } = await target.admin.send(
        'GET',
        `${path}?fieldSelector=${encodeURIComponent(selector)}`,
      )
      expect([status, json.items]).to.deep.equal([200, []])
    })
  }
})
