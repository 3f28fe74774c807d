import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { PasswordInput } from '@kept/ui/controls/PasswordInput.tsx'
import type { ComponentProps } from 'react'
import { Group } from '../../alerts/Group.tsx'
import { TextLink } from '../../shell/TextLink.tsx'
import type { useBudgetNotify } from './useBudgetNotify.ts'

interface NotifyFieldsProps {
  notify: ReturnType<typeof useBudgetNotify>
  /** The field of a Slack URL; drawn where a channel may be added and none is of Slack. */
  slackField: Pick<ComponentProps<typeof PasswordInput>, 'name' | 'error' | 'onInput'>
}

/** Who hears of it besides the notifications in Kept: the channels, or a first one of Slack. */
export function NotifyFields({ notify, slackField }: NotifyFieldsProps) {
  const { channels, chosen, isDemo, mayAddChannel, toggle } = notify
  const hasSlack = channels.some(({ settings }) => settings.kind === 'slack')
  return (
    <div className="space-y-3">
      <Group label="Notify">
        <Checkbox checked disabled onChange={() => {}}>
          In-app, everyone
        </Checkbox>
        {channels.map(({ id, name }) => (
          <Checkbox key={id} checked={chosen.includes(id)} onChange={(selected) => toggle(id, selected)}>
            {name}
          </Checkbox>
        ))}
      </Group>
      {mayAddChannel && !hasSlack && (
        <PasswordInput
          {...slackField}
          label="Slack webhook URL"
          hint="Optional. The URL of an incoming webhook, such as https://hooks.slack.com/services/…"
          autoComplete="new-password"
        />
      )}
      {isDemo && (
        <p className="text-small text-soft">
          The demo sends nothing. In your own organization, email, Slack, Teams, Jira and webhooks stand here.
        </p>
      )}
      {!isDemo && (
        <p className="text-small text-soft">
          <TextLink to="/alerts" search={{ tab: 'channels' }}>
            All channels
          </TextLink>
        </p>
      )}
    </div>
  )
}
