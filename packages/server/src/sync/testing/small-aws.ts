/**
 * A small AWS of our own, with faults: an organization of any number of accounts, each with one volume. It answers the
 * requests of the ports as documented; everything else is empty. It enforces the external ID, which moto does not.
 */
import { createServer, type IncomingMessage } from 'node:http'
import { pause } from '@kept/connectors/pause.ts'
import { faultOf, type TokenFault, type TrustedIssuer } from '@kept/domain/sync/testing/identity-token.ts'
import { bytesOf, type SmallAnswer, type SmallRequest } from '@kept/domain/sync/testing/small-cloud.ts'
import { listen } from '../../testing/listen.ts'

export interface SmallAws {
  url: string
  /** The access keys that requests were signed with. */
  keys: Set<string>
  requests: number
  close(): void
}

interface SmallAwsOptions {
  accounts: number
  externalId(): string
  /** The identity provider and the trust policy of the role in the first account; without it, there is none. */
  trusts?: TrustedIssuer
  /** Accounts whose role refuses. */
  isFailing(account: string): boolean
  /** How long it takes for an answer; `key` is the access key that the request was signed with. */
  delayMs?(request: { service: string; key: string }): number
  /** Milliseconds that its clock is ahead. */
  skewMs?: number
  /** What its resources answer, by the complete request; undefined leaves the usual answer. */
  resources?(request: SmallRequest & { service: string }): SmallAnswer | undefined
  /** Answers in place of the usual one. */
  fault?(
    action: string,
    count: number,
    body: string,
    region: string,
  ): { status: number; body: string; headers?: Record<string, string> } | undefined
}

export const firstAccount = '100000000000'

export async function startSmallAws(options: SmallAwsOptions): Promise<SmallAws> {
  const counts = new Map<string, number>()
  const aws: SmallAws = { url: '', keys: new Set(), requests: 0, close: () => server.close() }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const authorization = request.headers.authorization ?? ''
    const key = /Credential=([^/]+)\//.exec(authorization)?.[1] ?? ''
    const [, region = '', service = ''] = /Credential=[^/]+\/\d+\/([^/]+)\/([^/]+)\//.exec(authorization) ?? []
    aws.keys.add(key)
    aws.requests += 1
    const parameters = new URLSearchParams(body)
    const target =
      String(request.headers['x-amz-target'] ?? '')
        .split('.')
        .pop() ?? ''
    const action = parameters.get('Action') ?? target
    const count = (counts.get(action) ?? 0) + 1
    counts.set(action, count)
    const date = new Date(Date.now() + (options.skewMs ?? 0))
    const signedAt = asDate(String(request.headers['x-amz-date'] ?? ''))
    const answer: { status: number; body: string; headers?: Record<string, string> } =
      options.skewMs !== undefined && Math.abs(date.getTime() - signedAt) > 300_000
        ? {
            status: 403,
            body: errorXml(
              'RequestTimeTooSkewed',
              'The difference between the request time and the current time is too large.',
            ),
          }
        : (options.fault?.(action, count, body, region) ??
          resourceAnswer(options, request, { body, service }) ??
          answerOf(options, { action, service, key, parameters }))
    const { headers = {} } = answer
    const delayMs = options.delayMs?.({ service, key }) ?? 0
    if (delayMs > 0) await pause(delayMs, undefined)
    response.writeHead(answer.status, {
      'content-type': answer.body.startsWith('<') ? 'text/xml' : 'application/x-amz-json-1.1',
      date: date.toUTCString(),
      ...headers,
    })
    response.end(answer.body)
  })
  aws.url = await listen(server)
  return aws
}

function resourceAnswer(
  { resources }: SmallAwsOptions,
  request: IncomingMessage,
  { body, service }: { body: string; service: string },
): { status: number; body: string; headers?: Record<string, string> } | undefined {
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  const url = new URL(request.url ?? '/', `http://${headers.host}`)
  const answer = resources?.({ method: request.method ?? 'GET', url, headers, body, service })
  if (answer === undefined) return undefined
  const more = answer.headers && { headers: answer.headers }
  return { status: answer.status ?? 200, body: Buffer.from(bytesOf(answer)).toString(), ...more }
}

/** docs.aws.amazon.com, AssumeRoleWithWebIdentity: errors. A role that does not trust the subject only denies. */
const tokenRefusals: Readonly<Record<TokenFault, readonly [code: string, message: string]>> = {
  malformed: ['InvalidIdentityToken', 'The ID Token provided is not a valid JWT.'],
  issuer: ['InvalidIdentityToken', 'No OpenIDConnect provider found in your account for https://...'],
  unreachable: ['InvalidIdentityToken', "Couldn't retrieve verification key from your identity provider"],
  signature: ['InvalidIdentityToken', 'Token signature invalid'],
  expired: ['ExpiredTokenException', 'Token expired'],
  audience: ['InvalidIdentityToken', 'Incorrect token audience'],
  subject: ['AccessDenied', 'Not authorized to perform sts:AssumeRoleWithWebIdentity'],
}

function assumeWithToken(trusts: TrustedIssuer | undefined, parameters: URLSearchParams) {
  const fault = trusts === undefined ? 'issuer' : faultOf(parameters.get('WebIdentityToken') ?? '', trusts)
  if (fault !== undefined) return { status: fault === 'subject' ? 403 : 400, body: errorXml(...tokenRefusals[fault]) }
  return xml('AssumeRoleWithWebIdentity', credentialsXml(firstAccount))
}

function credentialsXml(account: string): string {
  return `<Credentials><AccessKeyId>ASIA${account}</AccessKeyId><SecretAccessKey>secret</SecretAccessKey><SessionToken>token</SessionToken><Expiration>${new Date(Date.now() + 3_600_000).toISOString()}</Expiration></Credentials>`
}

function answerOf(
  { accounts, externalId, isFailing, trusts }: SmallAwsOptions,
  { action, service, key, parameters }: { action: string; service: string; key: string; parameters: URLSearchParams },
): { status: number; body: string } {
  const account = key.startsWith('ASIA') ? key.slice(4) : firstAccount
  switch (action) {
    case 'AssumeRole': {
      const role = parameters.get('RoleArn') ?? ''
      const target = /::(\d{12}):/.exec(role)?.[1] ?? ''
      if (isFailing(target) || parameters.get('ExternalId') !== externalId())
        return {
          status: 403,
          body: errorXml('AccessDenied', `User is not authorized to perform: sts:AssumeRole on resource: ${role}`),
        }
      return xml('AssumeRole', credentialsXml(target))
    }
    case 'AssumeRoleWithWebIdentity':
      return assumeWithToken(trusts, parameters)
    case 'GetCallerIdentity':
      return xml(
        'GetCallerIdentity',
        `<Account>${account}</Account><Arn>arn:aws:sts::${account}:assumed-role/KeptRead/kept-sync</Arn><UserId>AROA</UserId>`,
      )
    case 'ListAccounts':
      return json({
        Accounts: Array.from({ length: accounts }, (_, index) => ({
          Id: accountId(index),
          Name: `member-${index}`,
          Status: 'ACTIVE',
        })),
      })
    case 'DescribeRegions':
      return {
        status: 200,
        body: '<DescribeRegionsResponse><regionInfo><item><regionName>us-east-1</regionName></item></regionInfo></DescribeRegionsResponse>',
      }
    case 'DescribeVolumes':
      return {
        status: 200,
        body: `<DescribeVolumesResponse><volumeSet><item><volumeId>vol-${account}</volumeId><size>100</size><volumeType>gp2</volumeType><status>available</status></item></volumeSet></DescribeVolumesResponse>`,
      }
    case 'GenerateCredentialReport':
      return xml(action, '<State>COMPLETE</State>')
    case 'GetCredentialReport':
      return credentialReport([])
    case 'ListFunctions':
      return json({ Functions: [] })
    default:
      if (service === 'ec2') return { status: 200, body: `<${action}Response/>` }
      if (['elasticloadbalancing', 'autoscaling', 'rds', 'elasticache', 'redshift', 'iam'].includes(service))
        return xml(action, '')
      if (service === 's3') return { status: 200, body: '<ListAllMyBucketsResult><Buckets/></ListAllMyBucketsResult>' }
      return json({})
  }
}

const reportColumns =
  'user,arn,user_creation_time,password_enabled,password_last_used,mfa_active,access_key_1_active,access_key_1_last_rotated,access_key_1_last_used_date,access_key_2_active,access_key_2_last_rotated,access_key_2_last_used_date'

/** Rows in the columns above. */
export function credentialReport(rows: readonly string[]): { status: number; body: string } {
  const content = Buffer.from([reportColumns, ...rows].join('\n')).toString('base64')
  return xml('GetCredentialReport', `<Content>${content}</Content>`)
}

export function accountId(index: number): string {
  return String(Number(firstAccount) + index)
}

function xml(action: string, content: string): { status: number; body: string } {
  return { status: 200, body: `<${action}Response><${action}Result>${content}</${action}Result></${action}Response>` }
}

export function errorXml(code: string, message: string): string {
  return `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>1</RequestId></ErrorResponse>`
}

function json(content: object): { status: number; body: string } {
  return { status: 200, body: JSON.stringify(content) }
}

/** "20261122T100000Z" */
function asDate(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}
