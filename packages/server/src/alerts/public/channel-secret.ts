/** Opens the secret of a channel. Personal email notifications have none. */
import type { ChannelSecret } from '@kept/domain/alert.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Services } from '../../platform/context.ts'
import { secretPlace } from '../secret-location.ts'

export function channelSecretOf(
  { secrets }: Pick<Services, 'secrets'>,
  { organizationId }: Scope,
  { id, secret }: { id: string; secret: string },
): ChannelSecret {
  if (secret === '') return {}
  return JSON.parse(secrets.open(secretPlace(organizationId, id), secret)) as ChannelSecret
}
