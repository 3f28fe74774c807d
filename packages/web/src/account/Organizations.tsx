import { sentenceOf } from '@kept/client/errors.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { counted } from '@kept/ui/format/share.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { Loaded } from '../api/Loaded.tsx'
import { roleWords } from '../shell/role-words.ts'
import { actFor } from './act-for.ts'

/** The organisations one belongs to: act for another one, or leave one. */
export function Organizations({ current }: { current?: string }) {
  const client = useQueryClient()
  const query = useQuery(api.organizations.list.queryOptions({ input: {} }))
  const [going, setGoing] = useState<string | null>(null)
  const [leaving, setLeaving] = useState<{ id: string; name: string } | null>(null)
  const leave = useMutation(
    api.organizations.leave.mutationOptions({
      onSuccess: (_, { id }) => {
        setLeaving(null)
        if (id === current) location.assign('/')
        else void client.invalidateQueries({ queryKey: api.organizations.key() })
      },
    }),
  )
  const go = async (id: string) => {
    setGoing(id)
    try {
      await actFor(id)
    } catch (error) {
      setGoing(null)
      toasts.show({ tone: 'error', title: sentenceOf(error) })
    }
  }
  return (
    <Loaded query={query} failed="Your organisations could not be loaded.">
      {({ data }) => (
        <>
          <ul aria-label="Your organisations" className="divide-y divide-rule">
            {data.map(({ id, name, role, members }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
                <div className="min-w-0 flex-1 basis-48">
                  <p className="font-medium">
                    {name} {id === current && <Badge>you are here</Badge>}
                  </p>
                  <p className="text-small text-soft">
                    {roleWords[role]}, {counted(members, 'member')}
                  </p>
                </div>
                <div className="flex gap-2">
                  {id !== current && (
                    <Button size="small" busy={going === id} onClick={() => void go(id)}>
                      Go there
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
            words="You no longer see its figures. An admin of the organization can invite you again."
            actions={
              <>
                <Button onClick={() => setLeaving(null)}>Stay</Button>
                <Button
                  tone="danger"
                  busy={leave.isPending}
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
