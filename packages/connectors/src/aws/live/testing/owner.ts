/** For tests: what the owner of an emulated account makes in it. */
import { type AwsSession, openSession } from '../session.ts'

export function openOwnerSession(
  endpoint: string,
  keys = { access_key_id: 'owner', secret_access_key: 'owner' },
): AwsSession {
  return openSession(
    { ...keys, external_id: '', endpoint },
    {
      fetch: async (url, { method, headers, body }) => {
        const response = await fetch(url, {
          method,
          headers,
          ...(body !== undefined && { body: body as string | Uint8Array<ArrayBuffer> }),
        })
        return {
          status: response.status,
          headers: response.headers,
          bytes: async () => new Uint8Array(await response.arrayBuffer()),
        }
      },
      pace: async () => undefined,
    },
  )
}

/** Unattached volumes of 200 GB, gp2. Returns their ids. */
export async function createVolumes(session: AwsSession, region: string, count: number): Promise<string[]> {
  const sdk = await import('@aws-sdk/client-ec2')
  const client = session.client('ec2', region, (config) => new sdk.EC2Client(config))
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    const { VolumeId } = await client.send(
      new sdk.CreateVolumeCommand({ AvailabilityZone: `${region}a`, Size: 200, VolumeType: 'gp2' }),
    )
    if (VolumeId) ids.push(VolumeId)
  }
  return ids
}
