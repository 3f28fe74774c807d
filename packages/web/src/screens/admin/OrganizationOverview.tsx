import { formatMonth } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../api/client.ts'
import { Section } from '../../shell/Page.tsx'
import { TextLink } from '../../shell/TextLink.tsx'
import { useMe } from '../../shell/useMe.ts'

/** What an organization admin manages, each with its status. */
export function OrganizationOverview() {
  const me = useMe().data
  const may = (permission: NonNullable<typeof me>['permissions'][number]) =>
    me?.permissions.includes(permission) ?? false
  return (
    <Section title="Overview" className="mt-6">
      <ul className="divide-y divide-rule">
        {may('users:write') && <People />}
        {may('savings:read') && <Commission />}
        {may('notifications:read') && <Alerts />}
        {may('organization:write') && (
          <Duty title="Organization">
            <TextLink to="/settings" search={{ tab: 'organization' }}>
              Name, two-factor authentication and single sign-on
            </TextLink>
          </Duty>
        )}
        {may('api_keys:write') && (
          <Duty title="API keys">
            <TextLink to="/settings" search={{ tab: 'api-keys' }}>
              API keys and their scopes
            </TextLink>
          </Duty>
        )}
      </ul>
    </Section>
  )
}

function People() {
  const count = (status: 'active' | 'invited') => api.users.list.queryOptions({ input: { status, page_size: 1 } })
  const active = useQuery(count('active')).data?.meta.total
  const invited = useQuery(count('invited')).data?.meta.total
  return (
    <Duty title="Users">
      <TextLink to="/admin/users">{active === undefined ? 'Users' : counted(active, 'person', 'people')}</TextLink>
      {invited !== undefined && invited > 0 && (
        <>
          ,{' '}
          <TextLink to="/admin/users" search={{ status: 'invited' }}>
            {counted(invited, 'invitation')} not accepted yet
          </TextLink>
        </>
      )}
    </Duty>
  )
}

function Commission() {
  const statements = useQuery(api.savings.statements.queryOptions({ input: {} })).data?.data
  const [latest] = statements ?? []
  return (
    <Duty title="Commission">
      <TextLink to="/savings" search={{ view: 'statements' }}>
        {latest
          ? `${formatMonth(`${latest.period}-01`)}: fee ${formatMoney(latest.fee, latest.currency)} of ${formatMoney(latest.net, latest.currency)} verified`
          : statements
            ? 'No statements yet'
            : 'Statements'}
      </TextLink>
    </Duty>
  )
}

function Alerts() {
  const rules = useQuery(api.alerts.rules.queryOptions({ input: {} })).data?.data
  const channels = useQuery(api.alerts.channels.queryOptions({ input: {} })).data?.data
  return (
    <Duty title="Alerts">
      <TextLink to="/alerts">
        {rules && channels
          ? `${counted(rules.length, 'rule')}, ${counted(channels.length, 'channel')}`
          : 'Rules and channels'}
      </TextLink>
    </Duty>
  )
}

function Duty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2">
      <span className="w-52 shrink-0 font-medium">{title}</span>
      <span className="min-w-0 flex-1 basis-64 text-body">{children}</span>
    </li>
  )
}
