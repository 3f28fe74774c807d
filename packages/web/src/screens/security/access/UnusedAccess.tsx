import { sentenceOf } from '@kept/client/errors.ts'
import type { AccessControls, AccessUsage } from '@kept/contract/routes/access-controls.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { ConfirmButton } from '@kept/ui/controls/ConfirmButton.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { usageSentence, withoutPermissions } from './usage-labels.ts'

interface UnusedAccessProps {
  organization: string
  people: AccessControls['people']
  mayChange: boolean
  /** Whose own permissions the user cannot change. */
  ownId: string | undefined
}

type Unused = AccessUsage['unused'][number]

/** Permissions that are held and not used, by user, API key and role. */
export function UnusedAccess({ organization, people, mayChange, ownId }: UnusedAccessProps) {
  const query = useQuery(api.accessControls.usage.queryOptions({ input: { organization } }))
  return (
    <Loaded query={query} failed="Unused permissions could not be loaded.">
      {({ data }) => (
        <>
          <p className="max-w-3xl text-pretty text-small text-soft">{usageSentence(data)}</p>
          {data.unused.length > 0 && (
            <ul className="mt-2 max-w-3xl border-rule border-t">
              {data.unused.map((holder) => (
                <Holder key={`${holder.kind} ${holder.id}`} {...holder}>
                  {mayChange && holder.kind === 'person' && holder.id !== ownId && !holder.is_complete && (
                    <Lower
                      organization={organization}
                      unused={holder}
                      person={people.find(({ id }) => id === holder.id)}
                    />
                  )}
                </Holder>
              ))}
            </ul>
          )}
          {data.roles.length > 0 && <Roles roles={data.roles} />}
        </>
      )}
    </Loaded>
  )
}

function Holder({ kind, name, permissions, is_complete, children }: Unused & { children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-rule border-b py-2 text-small">
      <span className="min-w-0 flex-1 basis-64">
        <span className="font-medium">{name}</span> {kind === 'api_key' && <span className="text-soft">API key</span>}{' '}
        {is_complete && <Badge tone="watch">Nothing used</Badge>}
        <Permissions permissions={permissions} />
      </span>
      {children}
    </li>
  )
}

function Permissions({ permissions }: Pick<Unused, 'permissions'>) {
  return (
    <span className="block break-words text-soft">
      {permissions.map((permission, index) => (
        <span key={permission}>
          {index > 0 && ', '}
          <code>{permission}</code>
        </span>
      ))}
    </span>
  )
}

function Roles({ roles }: Pick<AccessUsage, 'roles'>) {
  return (
    <>
      <h3 className="mt-5 mb-1 font-semibold text-body">By role</h3>
      <ul className="max-w-3xl border-rule border-t">
        {roles.map(({ id, name, people, permissions }) => (
          <li key={id} className="border-rule border-b py-2 text-small">
            <span className="inline-block font-medium first-letter:uppercase">{name}</span>{' '}
            <span className="text-soft">
              not used by {people === 1 ? 'its only user' : `any of ${counted(people, 'user')}`}
            </span>
            <Permissions permissions={permissions} />
          </li>
        ))}
      </ul>
    </>
  )
}

interface LowerProps {
  organization: string
  unused: Unused
  person: AccessControls['people'][number] | undefined
}

/** Takes the unused permissions away; the role stays. */
function Lower({ organization, unused, person }: LowerProps) {
  const client = useQueryClient()
  const save = useMutation(
    api.accessControls.update.mutationOptions({
      async onSuccess() {
        await client.invalidateQueries({ queryKey: api.accessControls.key() })
        toasts.show({ title: `${counted(unused.permissions.length, 'permission')} taken from ${unused.name}` })
      },
      onError: (error) => toasts.show({ tone: 'error', title: 'Nothing was changed', body: sentenceOf(error) }),
    }),
  )
  if (!person) return null
  return (
    <ConfirmButton
      size="small"
      label="Take away"
      subject={`the unused permissions of ${unused.name}`}
      title={`Take ${counted(unused.permissions.length, 'permission')} from ${unused.name}?`}
      description={`Without ${unused.permissions.join(', ')}. The role stays, and the permissions can be given back under Users.`}
      act="Take away"
      isBusy={save.isPending}
      onAct={() => save.mutate({ organization, people: [withoutPermissions(person, unused.permissions)] })}
    />
  )
}
