/** Reports leave Kept only to members and to channels of the organization. */
import { badInput } from '@kept/domain/errors.ts'
import type { ReportSchedule } from '@kept/domain/report.ts'
import { activeMembers } from '@kept/store/alerts/active-members.ts'
import { listChannels } from '@kept/store/alerts/channels.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'

export async function checkTargets(
  tx: ScopedTransaction,
  { recipients, channels }: Pick<ReportSchedule, 'recipients' | 'channels'>,
): Promise<void> {
  if (recipients.length + channels.length === 0) throw badInput('The schedule needs a recipient or a channel.')
  const members = recipients.length > 0 ? await activeMembers(tx, recipients) : new Set()
  const outsiders = recipients.filter((address) => !members.has(address))
  if (outsiders.length > 0)
    throw badInput(`${outsiders.join(', ')} is not a member of this organization. Invite them first.`)
  const existing = new Map((await listChannels(tx)).map((channel) => [channel.id, channel]))
  for (const id of channels) {
    const channel = existing.get(id)
    if (!channel) throw badInput('A channel of the schedule does not exist. Remove it from the schedule.')
    if (channel.settings.kind !== 'slack' && channel.settings.kind !== 'teams')
      throw badInput(`Reports are sent to Slack and Teams channels; "${channel.name}" is another kind.`)
  }
}
