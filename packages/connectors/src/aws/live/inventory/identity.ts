/**
 * Users, their access keys and the root user, from the credential report: one list for an account, however many users
 * it has. AWS writes a new report at most every four hours.
 */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import * as z from 'zod'
import { defineOperation, definePort } from '../define-port.ts'
import type { AwsSession } from '../session.ts'
import { itemsOfReport } from './credential-report.ts'

const generate = 'iam:GenerateCredentialReport'
const get = 'iam:GetCredentialReport'
const service = 'AWS Identity and Access Management'
/** AWS writes a report within seconds; an account with thousands of users takes longer, and is read in the next run. */
const attempts = 10
const pauseMs = 2_000

const credentials = defineOperation({
  action: generate,
  reason: 'Writes the credential report of the account: who has a second factor, and which keys are used.',
  also: [{ action: get, reason: 'Reads that report. It has no passwords and no keys.' }],
  schema: z.object({ Report: z.string() }),
  async send(session) {
    const { sdk, client, region } = await iam(session)
    for (let attempt = 1; ; attempt += 1) {
      const { State } = await session.call(generate, region, () =>
        client.send(new sdk.GenerateCredentialReportCommand({})),
      )
      // A check only asks whether it may; it waits for nothing.
      if (State === 'COMPLETE' || session.probe) break
      if (attempt === attempts)
        throw new SyncFailure('throttled', 'AWS still writes the credential report. Kept reads it later.', {
          action: generate,
          retryAfterMs: 600_000,
        })
      await session.pause(pauseMs)
    }
    const { Content } = await session.call(get, region, () => client.send(new sdk.GetCredentialReportCommand({})))
    return { Report: new TextDecoder().decode(Content) }
  },
  toItems: ({ Report }, location) => itemsOfReport(Report, location, service),
  nextToken: () => undefined,
})

/** IAM has one endpoint for a partition. */
async function iam(session: AwsSession) {
  const sdk = await session.load(() => import('@aws-sdk/client-iam'))
  const region = session.homeRegion
  return { sdk, region, client: session.client('iam', region, (config) => new sdk.IAMClient(config)) }
}

export const identityPort = definePort({
  dataset: 'identity',
  scope: 'account',
  unlocks: 'Users without a second factor, old and unused access keys, use of the root user',
  operations: [credentials],
})
