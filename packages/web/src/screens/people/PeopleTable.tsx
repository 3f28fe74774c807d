import type { Person } from '@kept/contract/routes/users/people.ts'
import { Avatar } from '@kept/ui/controls/Avatar.tsx'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { cx } from '@kept/ui/cx.ts'
import { formatAgo, formatMoment } from '@kept/ui/format/moment.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { roleLabel } from '../../shell/role-labels.ts'
import { statusLabels } from './people-text.ts'
import type { PeopleView, Sort } from './people-view.ts'
import { RowMenu } from './RowMenu.tsx'
import type { PeopleActions } from './usePeopleActions.ts'

interface PeopleTableProps {
  people: readonly Person[]
  view: PeopleView
  chosen: ReadonlySet<string>
  onChoose(ids: ReadonlySet<string>): void
  onChange(part: Partial<PeopleView>): void
  onOpen(person: Person): void
  actions: PeopleActions
}

/** One page of people. A row opens its person beside the list; who is only invited cannot be chosen with others. */
export function PeopleTable({ people, view, chosen, onChoose, onChange, onOpen, actions }: PeopleTableProps) {
  const members = people.filter(({ status }) => status !== 'invited')
  const all = members.length > 0 && members.every(({ id }) => chosen.has(id))
  const someChosen = members.some(({ id }) => chosen.has(id))
  const head = (sort: Sort, label: string, className?: string) => (
    <Th
      className={className}
      sorted={view.sort === sort ? (view.desc ? 'desc' : 'asc') : false}
      onSort={() => onChange({ sort, desc: view.sort === sort && !view.desc })}
    >
      {label}
    </Th>
  )
  const toggle = (id: string, checked: boolean) => {
    const next = new Set(chosen)
    if (checked) next.add(id)
    else next.delete(id)
    onChoose(next)
  }
  return (
    <Table label="Users">
      <thead>
        <tr>
          <Th className="w-8">
            <Checkbox
              hiddenLabel
              checked={all ? true : someChosen ? 'indeterminate' : false}
              disabled={members.length === 0}
              onChange={(checked) => onChoose(checked ? new Set(members.map(({ id }) => id)) : new Set())}
            >
              Select all users on this page
            </Checkbox>
          </Th>
          {head('full_name', 'Name')}
          {head('email', 'Email', 'max-md:hidden')}
          {head('role', 'Role', 'max-sm:hidden')}
          {head('status', 'Status')}
          {head('last_seen_at', 'Last seen', 'max-lg:hidden')}
          <Th className="w-10">
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => {
          const { id, full_name, avatar_url, email, status, last_seen_at } = person
          const name = full_name || email
          const invited = status === 'invited'
          return (
            <Tr key={id} className={cx(view.open === id ? 'bg-fact-wash' : 'hover:bg-hover')}>
              <Td>
                <Checkbox
                  hiddenLabel
                  checked={chosen.has(id)}
                  disabled={invited}
                  onChange={(checked) => toggle(id, checked)}
                >
                  {`Select ${name}`}
                </Checkbox>
              </Td>
              <Td className="w-full max-w-0 md:w-1/4">
                {invited ? (
                  <span className="block truncate text-soft">{name}</span>
                ) : (
                  <button
                    type="button"
                    aria-expanded={view.open === id}
                    onClick={() => onOpen(person)}
                    className="flex max-w-full items-center gap-2 rounded-small text-left font-medium decoration-edge underline-offset-2 hover:underline"
                  >
                    <Avatar name={name} picture={avatar_url} />
                    <span className="truncate">{name}</span>
                  </button>
                )}
                <span className="block truncate text-micro text-soft md:hidden">{email}</span>
              </Td>
              <Td className="w-1/3 max-w-0 truncate text-soft max-md:hidden" title={email}>
                {email}
              </Td>
              <Td className="whitespace-nowrap max-sm:hidden">{roleLabel(person)}</Td>
              <Td>
                <Badge tone={statusLabels[status].tone}>{statusLabels[status].label}</Badge>
              </Td>
              <Td className="whitespace-nowrap text-soft max-lg:hidden">
                {last_seen_at ? (
                  <time dateTime={last_seen_at} title={formatMoment(last_seen_at)}>
                    {formatAgo(last_seen_at, Date.now())}
                  </time>
                ) : (
                  'never'
                )}
              </Td>
              <Td className="text-right">
                <RowMenu person={person} name={name} actions={actions} onOpen={() => onOpen(person)} />
              </Td>
            </Tr>
          )
        })}
      </tbody>
    </Table>
  )
}
