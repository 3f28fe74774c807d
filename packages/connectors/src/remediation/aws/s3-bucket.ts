/**
 * A bucket that is rarely read gets a lifecycle rule, which moves its objects to infrequent access. The other
 * rules of the bucket stay: AWS replaces all of them at once, so they are sent again as they were read.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { PlannedRequest, RemediationTarget, ResourceState } from '@kept/domain/remediation.ts'
import { sha256 } from '@kept/foundation/hash/sha256.ts'
import { type CloudRequest, defineRemedy, quoted, requestTextOr } from '../remedy.ts'
import { awsUrl, regionOf } from './address.ts'
import { allNamed, parseXml, textOf, type XmlElement } from './xml.ts'

const ownRule = 'kept-infrequent-access'
/** AWS moves nothing to this class earlier. */
const leastDays = 30
const noLifecycle = /<Code>NoSuchLifecycleConfiguration<\/Code>/

export const s3Bucket = defineRemedy({
  kind: 's3_bucket',
  provider: 'aws',
  steps: ['set_lifecycle'],
  permissions: ['s3:GetLifecycleConfiguration', 's3:PutLifecycleConfiguration'],
  read,
  stateAfter(before, { target, size = leastDays }) {
    if (size < leastDays)
      throw new KeptError(
        'bad_input',
        `AWS moves objects to infrequent access after ${leastDays} days at the earliest.`,
      )
    if (before.days === null && rulesOf(before).some((rule) => /<(?:NoncurrentVersion)?Transition>/.test(rule)))
      throw new KeptError(
        'conflict',
        `${target.name} has a lifecycle rule that moves objects already. Change that rule instead.`,
      )
    return { ...before, days: size }
  },
  requests(target, from, to) {
    if (from.days === to.days && rulesOf(from).join('') === rulesOf(to).join('')) return []
    const rules = [...rulesOf(to), ...(to.days === null ? [] : [ruleAfter(Number(to.days))])]
    if (rules.length === 0) return [request(target, 'DELETE')]
    return [
      request(target, 'PUT', `<LifecycleConfiguration xmlns="${namespace}">${rules.join('')}</LifecycleConfiguration>`),
    ]
  },
  undoPrice: () =>
    'AWS charges $0.01 for 1,000 objects that it moves, and at least 30 days of the new class. Objects that were moved stay there when the rule is gone.',
  describeState(state) {
    const { days } = state
    const others = rulesOf(state).length
    const own =
      days === null
        ? 'a bucket whose objects stay in their class'
        : `a bucket that moves objects to infrequent access after ${days} days`
    return others === 0 ? own : `${own}, with ${others} other lifecycle ${others === 1 ? 'rule' : 'rules'}`
  },
  script(order) {
    const bucket = `--bucket ${quoted(bucketOf(order.target))} --region ${quoted(regionOf(order.target))}`
    const rule = JSON.stringify({
      Rules: [
        {
          ID: ownRule,
          Status: 'Enabled',
          Filter: { Prefix: '' },
          Transitions: [{ Days: order.size ?? leastDays, StorageClass: 'STANDARD_IA' }],
        },
      ],
    })
    return {
      tool: 'aws',
      run: [
        `aws s3api get-bucket-lifecycle-configuration ${bucket}`,
        '# The next command replaces all rules: add those that the first one showed.',
        `aws s3api put-bucket-lifecycle-configuration ${bucket} --lifecycle-configuration ${quoted(rule)}`,
      ],
      undo: [
        '# With put-bucket-lifecycle-configuration instead, if the first command showed rules.',
        `aws s3api delete-bucket-lifecycle ${bucket}`,
      ],
    }
  },
})

const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/'

async function read(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal): Promise<ResourceState> {
  const xml = await requestTextOr(send, request(target, 'GET'), { status: 404, pattern: noLifecycle }, signal)
  if (xml === undefined) return { days: null, rules: [] }
  // The texts are read without their outer spaces, and must be sent again as they were.
  if (/>(?:[ \t][^<]*\S[^<]*|[^<]*\S[^<]*[ \t])</.test(xml))
    throw new KeptError(
      'conflict',
      `A lifecycle rule of ${target.name} has a prefix or tag that begins or ends with a space, which Kept does not restore. Change it with the commands.`,
    )
  const rules = allNamed(parseXml(xml), 'Rule')
  const own = rules.find((rule) => textOf(rule, 'ID') === ownRule)
  return {
    days: own === undefined ? null : Number(textOf(own, 'Transition', 'Days')),
    rules: rules
      .filter((rule) => rule !== own)
      .map(xmlOf)
      .toSorted(),
  }
}

/** Each is the XML of one rule that is not Kept's. */
function rulesOf({ rules }: ResourceState): string[] {
  return Array.isArray(rules) ? rules.filter((rule) => typeof rule === 'string') : []
}

function ruleAfter(days: number): string {
  return `<Rule><ID>${ownRule}</ID><Filter><Prefix></Prefix></Filter><Status>Enabled</Status><Transition><Days>${days}</Days><StorageClass>STANDARD_IA</StorageClass></Transition></Rule>`
}

function xmlOf({ name, text, children }: XmlElement): string {
  const content = children.length > 0 ? children.map(xmlOf).join('') : escaped(text)
  return `<${name}>${content}</${name}>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function bucketOf({ id, name }: RemediationTarget): string {
  const bucket = id.replace(/^arn:aws[\w-]*:s3:::/, '')
  if (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) return bucket
  throw new KeptError('bad_input', `${name} is not the name of a bucket.`)
}

function request(target: RemediationTarget, method: 'GET' | 'PUT' | 'DELETE', body = ''): PlannedRequest {
  const digest = sha256(body)
  return {
    method,
    url: `${awsUrl('s3', { region: regionOf(target) })}/${bucketOf(target)}?lifecycle`,
    body,
    headers: {
      'x-amz-content-sha256': digest,
      // A bucket of the same name in another account is refused.
      ...(/^\d{12}$/.test(target.account) && { 'x-amz-expected-bucket-owner': target.account }),
      ...(method === 'PUT' && {
        'content-type': 'application/xml',
        'x-amz-checksum-sha256': Uint8Array.fromHex(digest).toBase64(),
      }),
    },
  }
}
