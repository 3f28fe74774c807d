import type { AccessControls } from '@kept/contract/routes/access-controls.ts'
import { cx } from '@kept/ui/cx.ts'
import { formatAgo } from '@kept/ui/format/moment.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { roleLabels } from '../../shell/role-labels.ts'
import { useMe } from '../../shell/useMe.ts'
import { type Column, DataTable, narrowOnly } from '../../table/DataTable.tsx'
import { useSearchState } from '../../url/useSearchState.ts'
import { AccessCell, AccessLegend, AccessList, type HeldPermission } from './access/AccessCell.tsx'
import { CustomRoles } from './access/CustomRoles.tsx'
import { RoleSelect } from './access/RoleSelect.tsx'
import { AccessReviews } from './access/reviews/AccessReviews.tsx'
import { UnusedAccess } from './access/UnusedAccess.tsx'
import { type AccessArea, accessAreas } from './access-areas.ts'
import { describeAccess, sourceLabels } from './describe-access.ts'

const ReviewView = lazy(() => import('./access/reviews/ReviewView.tsx'))

interface Row {
  id: string
  name: string
  description: string
  permissions: readonly HeldPermission[]
  lastUsed: string | null
  /** Of users. */
  role?: ReactNode
}

const areaColumn = (area: AccessArea): Column<Row> => ({
  id: area.label,
  head: area.label,
  width: area.label.length > 9 ? '6rem' : '4.75rem',
  wideOnly: true,
  cell: ({ name, permissions }) => <AccessCell name={name} area={area} permissions={permissions} />,
})

const roleColumn: Column<Row> = { id: 'role', head: 'Role', width: '9rem', wideOnly: true, cell: ({ role }) => role }

const columns = (head: string): Column<Row>[] => [
  {
    id: 'name',
    head,
    width: '12rem',
    cell: ({ name, description, role, permissions, lastUsed }) => (
      <>
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-small text-soft" title={description}>
          {description}
        </span>
        <span className={cx('block pt-1 pb-2', narrowOnly)}>
          {role && <span className="mb-1.5 block max-w-48">{role}</span>}
          <AccessList name={name} permissions={permissions} />
          <span className="mt-1 block text-soft">Last active {lastActive(lastUsed)}</span>
        </span>
      </>
    ),
  },
  ...(head === 'User' ? [roleColumn] : []),
  ...accessAreas.map(areaColumn),
  {
    id: 'last',
    head: 'Last active',
    width: '7.5rem',
    numeric: true,
    wideOnly: true,
    cell: ({ lastUsed }) => lastActive(lastUsed),
  },
]

function lastActive(lastUsed: string | null): string {
  return lastUsed === null ? 'never' : formatAgo(lastUsed, Date.now())
}

/** Who can do what: users and API keys by area. */
export default function AccessTab({ organization }: { organization: string }) {
  const me = useMe().data
  const mayChange = me?.user.role === 'admin' && !me.organization.demo && me.permissions.includes('users:write')
  const maySetSecurity = !me?.organization.demo && (me?.permissions.includes('security:write') ?? false)
  const [{ review }] = useSearchState()
  const query = useQuery(api.accessControls.get.queryOptions({ input: { organization } }))
  if (review)
    return (
      <Suspense fallback={null}>
        <ReviewView key={review} organization={organization} id={review} mayCancel={maySetSecurity} />
      </Suspense>
    )
  return (
    <Loaded query={query} failed="Access could not be loaded.">
      {({ data }) => (
        <>
          <AccessLegend />
          <DataTable
            label="Users"
            columns={columns('User')}
            rows={data.people.map((person) => ({
              ...personRow(person),
              role:
                mayChange && person.id !== me.user.id ? (
                  <RoleSelect organization={organization} person={person} customRoles={data.custom_roles} />
                ) : (
                  (person.custom_role?.name ?? roleLabels[person.role])
                ),
            }))}
            rowId={({ id }) => id}
            minWidth="70rem"
          />
          <h2 className="mt-8 mb-3 font-semibold text-lead">Unused permissions</h2>
          <UnusedAccess
            organization={organization}
            people={data.people}
            mayChange={mayChange === true}
            ownId={me?.user.id}
          />
          <h2 className="mt-8 mb-3 font-semibold text-lead">Access reviews</h2>
          <AccessReviews organization={organization} people={data.people} mayStart={maySetSecurity} />
          <h2 className="mt-8 mb-3 font-semibold text-lead">Custom roles</h2>
          <div className="max-w-3xl">
            <CustomRoles
              organization={organization}
              roles={data.custom_roles}
              version={data.custom_roles_version}
              mayChange={mayChange}
            />
          </div>
          <h2 className="mt-8 mb-3 font-semibold text-lead">API keys</h2>
          {data.api_keys.length === 0 ? (
            <p className="text-small text-soft">No API keys. Programs that use the API appear here.</p>
          ) : (
            <DataTable
              label="API keys"
              columns={columns('API key')}
              rows={data.api_keys.map(keyRow)}
              rowId={({ id }) => id}
              minWidth="61rem"
            />
          )}
        </>
      )}
    </Loaded>
  )
}

function personRow(person: AccessControls['people'][number]): Row {
  const { id, name, effective, last_seen_at } = person
  const labels = sourceLabels(person)
  return {
    ...{ id, name, lastUsed: last_seen_at },
    description: describeAccess(person),
    permissions: effective.map(({ permission, source }) => ({
      ...{ permission, source: labels[source], isGranted: source === 'grant' },
    })),
  }
}

function keyRow({ id, name, created_by, effective, last_used_at }: AccessControls['api_keys'][number]): Row {
  const permissions = effective.map((permission) => ({ permission, source: 'by its scopes', isGranted: false }))
  return { id, name, description: `by ${created_by}`, permissions, lastUsed: last_used_at }
}
