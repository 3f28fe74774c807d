/** All channel types. */
import type { ChannelKind } from '@kept/domain/alert-labels.ts'
import type { ChannelWay } from './channel.ts'
import { email } from './email.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import { jira } from './jira.ts'
import { slack } from './slack.ts'
import { teams } from './teams.ts'
import { webhook } from './webhook.ts'

export const channelWays: { [Kind in ChannelKind]: ChannelWay<Kind> } = {
  email,
  slack,
  teams,
  webhook,
  jira,
  github,
  gitlab,
}
