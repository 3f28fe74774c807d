import type { AlertChannel } from '@kept/contract/routes/alerts.ts'
import type { ChannelKind } from '@kept/domain/alert-labels.ts'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { PasswordInput } from '@kept/ui/controls/PasswordInput.tsx'
import type { ComponentProps } from 'react'
import type { ChannelField } from './channel-form.ts'

type Settings = AlertChannel['settings']
type SettingsOf<Kind extends ChannelKind> = Extract<Settings, { kind: Kind }>
type Field = (name: ChannelField) => Pick<ComponentProps<typeof Input>, 'name' | 'error' | 'onInput'>

interface ChannelFieldsProps {
  kind: ChannelKind
  field: Field
  /** Of the stored channel; undefined for a new one. */
  before: Settings | undefined
  toOwners: boolean
  onToOwners(next: boolean): void
}

const inputProps = { autoComplete: 'off', spellCheck: false } as const

/** What a channel of this kind is reached with. */
export function ChannelFields({ kind, field, before, toOwners, onToOwners }: ChannelFieldsProps) {
  const secretHint = before && 'Leave empty to keep the stored value.'
  switch (kind) {
    case 'email':
      return (
        <EmailFields
          field={field}
          before={before?.kind === kind ? before : undefined}
          toOwners={toOwners}
          onToOwners={onToOwners}
        />
      )
    case 'jira':
      return <JiraFields field={field} before={before?.kind === kind ? before : undefined} secretHint={secretHint} />
    case 'github':
    case 'gitlab':
      return (
        <RepositoryFields
          field={field}
          host={repositoryHosts[kind]}
          before={before?.kind === kind ? before : undefined}
          isStored={before !== undefined}
          secretHint={secretHint}
        />
      )
    default:
      return <WebhookFields kind={kind} field={field} secretHint={secretHint} />
  }
}

function EmailFields({
  field,
  before,
  toOwners,
  onToOwners,
}: Pick<ChannelFieldsProps, 'field' | 'toOwners' | 'onToOwners'> & { before: SettingsOf<'email'> | undefined }) {
  return (
    <>
      <Input
        {...field('recipients')}
        label="Recipients"
        hint="Separate addresses with commas."
        defaultValue={before ? before.recipients.join(', ') : ''}
        {...inputProps}
      />
      <Checkbox checked={toOwners} onChange={onToOwners}>
        Also notify the rule owners
      </Checkbox>
    </>
  )
}

interface SecretFieldsProps {
  field: Field
  secretHint: string | undefined
}

function JiraFields({ field, before, secretHint }: SecretFieldsProps & { before: SettingsOf<'jira'> | undefined }) {
  return (
    <>
      <Input
        {...field('url')}
        label="Site"
        type="url"
        placeholder="https://example.atlassian.net"
        hint={secretHint}
        {...inputProps}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Input {...field('email')} label="Account email" defaultValue={before ? before.email : ''} {...inputProps} />
        <PasswordInput {...field('token')} label="API token" hint={secretHint} autoComplete="new-password" />
        <Input {...field('project')} label="Project key" defaultValue={before ? before.project : ''} {...inputProps} />
        <Input
          {...field('issue_type')}
          label="Issue type"
          defaultValue={before ? before.issue_type : 'Task'}
          {...inputProps}
        />
      </div>
    </>
  )
}

const repositoryHosts = {
  github: {
    address: 'https://api.github.com',
    addressHint: 'For GitHub Enterprise Server: https://github.example.com/api/v3',
    repository: 'Repository',
    example: 'northwind/platform',
    tokenHint: 'A fine-grained token that may read and write the issues of this repository.',
  },
  gitlab: {
    address: 'https://gitlab.com/api/v4',
    addressHint: 'For your own server: https://gitlab.example.com/api/v4',
    repository: 'Project',
    example: 'northwind/platform/infrastructure',
    tokenHint: 'A project access token with the role Developer and the scope api. For issues alone, the role Reporter.',
  },
} as const

interface RepositoryFieldsProps extends SecretFieldsProps {
  host: (typeof repositoryHosts)[keyof typeof repositoryHosts]
  before: SettingsOf<'github' | 'gitlab'> | undefined
  isStored: boolean
}

function RepositoryFields({ field, host, before, isStored, secretHint }: RepositoryFieldsProps) {
  return (
    <>
      <Input
        {...field('url')}
        label="API address"
        type="url"
        defaultValue={isStored ? '' : host.address}
        hint={secretHint ?? host.addressHint}
        {...inputProps}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Input
          {...field('repository')}
          label={host.repository}
          placeholder={host.example}
          defaultValue={before ? before.repository : ''}
          {...inputProps}
        />
        <PasswordInput
          {...field('token')}
          label="API token"
          hint={secretHint ?? host.tokenHint}
          autoComplete="new-password"
        />
      </div>
    </>
  )
}

function WebhookFields({ kind, field, secretHint }: SecretFieldsProps & { kind: keyof typeof addressHints }) {
  return (
    <>
      <PasswordInput
        {...field('url')}
        label="URL"
        hint={secretHint ?? addressHints[kind]}
        autoComplete="new-password"
      />
      {kind === 'slack' && (
        <PasswordInput
          {...field('signing_secret')}
          label="Signing secret"
          hint={secretHint ?? 'Optional. With the signing secret of your Slack app, approvals are decided in Slack.'}
          autoComplete="new-password"
        />
      )}
    </>
  )
}

const addressHints = {
  slack: 'The URL of an incoming webhook, such as https://hooks.slack.com/services/…',
  teams: 'The URL of a workflow that starts with "When a webhook request is received".',
  webhook: 'Kept sends signed JSON to this URL. The signing secret is shown once, after you save.',
} as const
