/** The access key for a bucket, from where AWS's own tools look: the environment, then the shared file. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Environment = Readonly<Record<string, string | undefined>>

interface AwsCredentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

export async function findAwsCredentials(environment: Environment): Promise<AwsCredentials | undefined> {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = environment
  if (AWS_ACCESS_KEY_ID && AWS_SECRET_ACCESS_KEY) {
    return credentials(AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN)
  }
  const path =
    environment.AWS_SHARED_CREDENTIALS_FILE ?? (environment.HOME && join(environment.HOME, '.aws', 'credentials'))
  if (!path) return undefined
  const text = await readFile(path, 'utf8').catch(() => '')
  const section = readSection(text, environment.AWS_PROFILE ?? 'default')
  const { aws_access_key_id, aws_secret_access_key, aws_session_token } = section
  return aws_access_key_id && aws_secret_access_key
    ? credentials(aws_access_key_id, aws_secret_access_key, aws_session_token)
    : undefined
}

function credentials(accessKeyId: string, secretAccessKey: string, sessionToken: string | undefined): AwsCredentials {
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
}

function readSection(text: string, sectionName: string): Record<string, string> {
  const values: Record<string, string> = {}
  let section = ''
  for (const line of text.split('\n')) {
    const heading = /^\s*\[\s*(.+?)\s*\]/.exec(line)
    if (heading) section = heading[1] ?? ''
    const pair = /^\s*([\w]+)\s*=\s*(.*?)\s*$/.exec(line)
    if (section === sectionName && pair?.[1]) values[pair[1]] = pair[2] ?? ''
  }
  return values
}
