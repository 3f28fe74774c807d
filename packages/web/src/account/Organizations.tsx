import { sentenceOf } from '@kept/client/errors.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { Loaded } from '../api/Loaded.tsx'
import { roleLabels } from '../shell/role-labels.ts'
import { publicPath } from '../url/base-path.ts'
import { actFor } from './switch-organization.ts'

/** The organizations one belongs to: act for another one, or leave one. */
export function Organizations({ current }: { current?: string }) {
  const client = useQueryClient()
  const query = useQuery(api.organizations.list.queryOptions({ input: {} }))
  const [switchingTo, setSwitchingTo] = useState<string | null>(null)
  const [leaving, setLeaving] = useState<{ id: string; name: string } | null>(null)
  const leave = useMutation(
    api.organizations.leave.mutationOptions({
      onSuccess: (_, { id }) => {
        setLeaving(null)
        if (id === current) location.assign(publicPath('/'))
        else void client.invalidateQueries({ queryKey: api.organizations.key() })
      },
    }),
  )
  const switchTo = async (id: string) => {
    setSwitchingTo(id)
    try {
      await actFor(id)
    } catch (error) {
      setSwitchingTo(null)
      toasts.show({ tone: 'error', title: sentenceOf(error) })
    }
  }
  return (
    <Loaded query={query} failed="Your organizations could not be loaded.">
      {({ data }) => (
        <>
          <ul aria-label="Your organizations" className="divide-y divide-rule">
            {data.map(({ id, name, role, members }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
                <div className="min-w-0 flex-1 basis-48">
                  <p className="font-medium">
                    {name} {id === current && <Badge>Current</Badge>}
                  </p>
                  <p className="text-small text-soft">
                    {roleLabels[role]}, {counted(members, 'member')}
                  </p>
                </div>
                <div className="flex gap-2">
                  {id !== current && (
                    <Button size="small" isBusy={switchingTo === id} onClick={() => void switchTo(id)}>
                      Switch
                    </Button>
                  )}
                  <Button size="small" tone="quiet" onClick={() => setLeaving({ id, name })}>
                    Leave<span className="sr-only"> {name}</span>
                  </Button>
                </div>
              </li>
            ))}
          </ul>
          <Dialog
            open={leaving !== null}
            onOpenChange={(open) => !open && setLeaving(null)}
            title={`Leave ${leaving?.name ?? ''}?`}
            description="You lose access to its data. An admin can invite you again."
            actions={
              <>
                <Button onClick={() => setLeaving(null)}>Cancel</Button>
                <Button
                  tone="danger"
                  isBusy={leave.isPending}
                  onClick={() => leaving && leave.mutate({ id: leaving.id })}
                >
                  Leave
                </Button>
              </>
            }
          >
            {null}
          </Dialog>
        </>
      )}
    </Loaded>
  )
}
