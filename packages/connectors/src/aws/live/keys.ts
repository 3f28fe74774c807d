/** Keys that sign requests: those of a user, or temporary ones of a role, requested again shortly before they expire. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'

export interface AwsKeys {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string | undefined
  expiration?: Date | undefined
}

/** As STS answers. */
interface StsCredentials {
  AccessKeyId?: string | undefined
  SecretAccessKey?: string | undefined
  SessionToken?: string | undefined
  Expiration?: Date | undefined
}

const refreshBeforeMs = 300_000

/** One request at a time; a failed one is repeated by the next use. */
export function temporaryKeys(
  { action, roleArn }: { action: string; roleArn: string },
  request: () => Promise<StsCredentials | undefined>,
): () => Promise<AwsKeys> {
  let requested: Promise<AwsKeys> | undefined
  let validUntilMs = 0
  const receive = async (): Promise<AwsKeys> => {
    const credentials = await request()
    if (!credentials?.AccessKeyId || !credentials.SecretAccessKey)
      throw new SyncFailure('unexpected', `AWS returned no credentials for the role ${roleArn}.`, { action })
    validUntilMs = (credentials.Expiration?.getTime() ?? Date.now() + 3_600_000) - refreshBeforeMs
    return {
      accessKeyId: credentials.AccessKeyId,
      secretAccessKey: credentials.SecretAccessKey,
      sessionToken: credentials.SessionToken,
      expiration: credentials.Expiration,
    }
  }
  return () => {
    if (requested === undefined || Date.now() > validUntilMs) {
      validUntilMs = Number.POSITIVE_INFINITY
      requested = receive()
      requested.catch(() => {
        requested = undefined
      })
    }
    return requested
  }
}
