import type { Person } from '@kept/contract/routes/users/people.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { SidePanel } from '@kept/ui/controls/SidePanel.tsx'
import { Tabs } from '@kept/ui/controls/Tabs.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { choiceOf, type RoleChoice, useCustomRoles } from '../../account/role-choice.ts'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ttl } from '../../api/ttl.ts'
import { roleLabels } from '../../shell/role-labels.ts'
import { PersonActivity } from './PersonActivity.tsx'
import { PersonPermissions } from './PersonPermissions.tsx'
import { PersonSessions } from './PersonSessions.tsx'
import { statusLabels } from './people-text.ts'
import { roles } from './people-view.ts'
import type { PeopleActions } from './usePeopleActions.ts'

type TabName = 'about' | 'permissions' | 'activity' | 'sessions'

interface PersonPanelProps {
  id: string
  actions: PeopleActions
  onClose(): void
}

/** One person beside the list: role and status, what they may do, what they did, where they are signed in. */
export default function PersonPanel({ id, actions, onClose }: PersonPanelProps) {
  const [tab, setTab] = useState<TabName>('about')
  const query = useQuery(api.users.get.queryOptions({ input: { id }, staleTime: ttl.user }))
  const person = query.data?.data
  return (
    <SidePanel open onClose={onClose} kicker="User" title={person?.full_name || person?.email || 'User'}>
      <Loaded query={query} failed="User could not be loaded.">
        {({ data }) => (
          <Tabs<TabName>
            label="User details"
            value={tab}
            onChange={setTab}
            tabs={[
              { name: 'about', label: 'About', panel: <About person={data} actions={actions} onClose={onClose} /> },
              { name: 'permissions', label: 'Permissions', panel: <PersonPermissions id={id} /> },
              { name: 'activity', label: 'Activity', panel: <PersonActivity id={id} /> },
              { name: 'sessions', label: 'Sessions', panel: <PersonSessions id={id} /> },
            ]}
          />
        )}
      </Loaded>
    </SidePanel>
  )
}

function About({ person, actions, onClose }: { person: Person; actions: PeopleActions; onClose(): void }) {
  const { label, tone } = statusLabels[person.status]
  const customRoles = useCustomRoles()
  const facts: [string, string][] = [
    ['Email', `${person.email}${person.email_verified ? '' : ' (not verified)'}`],
    ['Two-factor authentication', person.second_factor ? 'set up' : 'none'],
    ['Member since', formatMoment(person.created_at)],
    ['Last seen', person.last_seen_at ? formatMoment(person.last_seen_at) : 'never'],
  ]
  return (
    <div className="space-y-5">
      <dl className="divide-y divide-rule">
        {facts.map(([name, value]) => (
          <div key={name} className="flex gap-4 py-2 text-small">
            <dt className="w-24 shrink-0 text-soft">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
        <div className="flex gap-4 py-2 text-small">
          <dt className="w-24 shrink-0 text-soft">Status</dt>
          <dd>
            <Badge tone={tone}>{label}</Badge>
          </dd>
        </div>
      </dl>
      <div className="max-w-56">
        <Select<RoleChoice>
          label="Role"
          value={choiceOf(person)}
          disabled={actions.isBusy}
          options={[
            ...roles.map((value) => ({ value: value as RoleChoice, label: roleLabels[value] })),
            ...customRoles.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(choice) => choice !== choiceOf(person) && void actions.changeRole([person], choice)}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        {person.status === 'active' ? (
          <Button disabled={actions.isBusy} onClick={() => void actions.change([person], { status: 'disabled' })}>
            Disable
          </Button>
        ) : (
          <Button disabled={actions.isBusy} onClick={() => void actions.change([person], { status: 'active' })}>
            Enable
          </Button>
        )}
        <Button
          disabled={actions.isBusy}
          onClick={() => void actions.remove([person]).then((removed) => removed && onClose())}
        >
          Remove from organization
        </Button>
      </div>
    </div>
  )
}
