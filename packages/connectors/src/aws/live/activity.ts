/**
 * Who started, stopped and opened machines, from the event history of CloudTrail: it is on in every account, costs
 * nothing and goes back 90 days. It is asked by the name of a call, because nearly all of its records are reads.
 */
import { createActivityPort } from '@kept/domain/sync/activity.ts'
import { parseAnswer } from '@kept/domain/sync/operations.ts'
import * as z from 'zod'
import type { AwsSession } from './session.ts'

const action = 'cloudtrail:LookupEvents'
/** AWS allows two lookups a second in an account and region, and does not say when to come back. */
const limits = { burst: 2, perSecond: 1.8 }
const pageSize = 50

/** Also where there is no instance: the last one may be gone, and notebooks are in no inventory. */
const callsEverywhere = [
  'TerminateInstances',
  'StartNotebookInstance',
  'StopNotebookInstance',
  'CreatePresignedNotebookInstanceUrl',
] as const
const callsOfInstances = [
  'RunInstances',
  'StartInstances',
  'StopInstances',
  'StartSession',
  'SendSSHPublicKey',
  'SendSerialConsoleSSHPublicKey',
] as const

/** The calls that are looked up; the reader of CloudTrail records makes a usage event of each. */
export const lookedUpCalls: readonly string[] = [...callsEverywhere, ...callsOfInstances]

const schema = z.object({
  Events: z.array(z.object({ CloudTrailEvent: z.string().nullish() })).nullish(),
  NextToken: z.string().nullish(),
})

export const activityPort = createActivityPort<AwsSession>({
  scope: 'region',
  permission: { action, reason: 'Reads who started, stopped and opened machines.' },
  async read(session, { region }, { from, to, token, targets }) {
    const calls = targets.length > 0 ? lookedUpCalls : callsEverywhere
    const [index, page] = positionIn(token)
    const { Events, NextToken } = await lookUp(session, region, {
      call: calls[index] ?? callsEverywhere[0],
      from: new Date(from),
      to: new Date(to),
      token: page,
    })
    return {
      records: (Events ?? []).flatMap(({ CloudTrailEvent }) => recordIn(CloudTrailEvent)),
      next: NextToken ? `${index} ${NextToken}` : index + 1 < calls.length ? `${index + 1} ` : undefined,
    }
  },
})

/** One small request that needs the permission. */
export function probeActivity(session: AwsSession, region: string, nowMs: number): Promise<unknown> {
  const [call] = callsEverywhere
  return lookUp(session, region, { call, from: new Date(nowMs - 3_600_000), to: new Date(nowMs), size: 1 })
}

async function lookUp(
  session: AwsSession,
  region: string,
  { call, from, to, token, size = pageSize }: LookUp,
): Promise<z.output<typeof schema>> {
  const sdk = await session.load(() => import('@aws-sdk/client-cloudtrail'))
  const client = session.client('cloudtrail', region, (config) => new sdk.CloudTrailClient(config))
  const send = () =>
    client.send(
      new sdk.LookupEventsCommand({
        LookupAttributes: [{ AttributeKey: 'EventName', AttributeValue: call }],
        StartTime: from,
        EndTime: to,
        MaxResults: size,
        NextToken: token,
      }),
    )
  return parseAnswer(action, schema, await session.call(action, region, send, limits))
}

interface LookUp {
  call: string
  from: Date
  to: Date
  token?: string | undefined
  size?: number
}

/** "2 TOKEN": the third call, at this page. */
function positionIn(token: string | undefined): [number, string | undefined] {
  const [index = '0'] = (token ?? '0').split(' ', 1)
  return [Number(index), token?.slice(index.length + 1) || undefined]
}

function recordIn(text: string | null | undefined): unknown[] {
  try {
    return [JSON.parse(text ?? '')]
  } catch {
    // A record that is no JSON names no machine.
    return []
  }
}
