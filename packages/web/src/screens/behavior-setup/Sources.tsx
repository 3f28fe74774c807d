import { sentenceOf } from '@kept/client/errors.ts'
import type { HookWithSecret } from '@kept/contract/routes/behavior-hooks.ts'
import type { BehaviorHook } from '@kept/domain/behavior-hook.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { formatAgo } from '@kept/ui/format/moment.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Section } from '../../shell/Page.tsx'
import { FileSource } from './FileSource.tsx'
import { HookForm } from './HookForm.tsx'
import { NewHook } from './NewHook.tsx'
import { Targets } from './Targets.tsx'

/** Where signs of use come from: systems that send by themselves, and files. */
export function Sources({ mayWrite }: { mayWrite: boolean }) {
  const client = useQueryClient()
  const query = useQuery(api.behaviorHooks.list.queryOptions({ input: {} }))
  const [making, setMaking] = useState(false)
  const [created, setCreated] = useState<HookWithSecret | null>(null)
  const [closing, setClosing] = useState<BehaviorHook | null>(null)
  const renew = () => client.invalidateQueries({ queryKey: api.behaviorHooks.key() })
  const onError = (error: unknown) =>
    void toasts.show({ tone: 'error', title: 'Change failed', body: sentenceOf(error) })
  const rotate = useMutation(
    api.behaviorHooks.rotate.mutationOptions({
      async onSuccess({ data }) {
        setCreated(data)
        await renew()
      },
      onError,
    }),
  )
  const remove = useMutation(
    api.behaviorHooks.remove.mutationOptions({
      async onSuccess() {
        setClosing(null)
        await renew()
        toasts.show({ title: 'Webhook deleted', body: 'Its events are kept.' })
      },
      onError,
    }),
  )
  return (
    <>
      <Section
        title="Webhooks"
        className="mt-2"
        description="A URL and secret for each system that reports activity. Requests are verified with the secret and counted once."
      >
        {created && <NewHook hook={created} onDone={() => setCreated(null)} />}
        <Loaded query={query} failed="Webhooks could not be loaded.">
          {({ data: { hooks, kinds } }) => (
            <>
              {making ? (
                <HookForm
                  kinds={kinds}
                  onCancel={() => setMaking(false)}
                  onMade={async (hook) => {
                    setMaking(false)
                    setCreated(hook)
                    await renew()
                  }}
                />
              ) : (
                mayWrite && <Button onClick={() => setMaking(true)}>Add webhook</Button>
              )}
              <ul aria-label="Webhooks" className="mt-3">
                {hooks.map((hook) => (
                  <li
                    key={hook.id}
                    className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-rule border-b py-3"
                  >
                    <div className="min-w-0 flex-1 basis-72">
                      <p className="font-medium">
                        {hook.name}{' '}
                        <span className="font-normal text-faint">
                          {kinds.find(({ id }) => id === hook.kind)?.label ?? hook.kind}
                        </span>
                      </p>
                      <code className="block break-all font-mono text-micro text-soft">{hook.url}</code>
                      <p className="text-small text-soft">{describeDelivery(hook)}</p>
                      {hook.last_refused_at && (
                        <p className="text-small text-leak">
                          Refused {formatAgo(hook.last_refused_at, Date.now())}: {hook.last_refusal}
                        </p>
                      )}
                    </div>
                    {mayWrite && (
                      <div className="flex gap-2">
                        <Button
                          aria-label={`New secret for ${hook.name}`}
                          isBusy={rotate.isPending}
                          onClick={() => rotate.mutate({ id: hook.id })}
                        >
                          Rotate secret
                        </Button>
                        <Button aria-label={`Delete ${hook.name}`} onClick={() => setClosing(hook)}>
                          Delete
                        </Button>
                      </div>
                    )}
                  </li>
                ))}
              </ul>
            </>
          )}
        </Loaded>
      </Section>
      {mayWrite && <FileSource />}
      <Targets mayWrite={mayWrite} />
      <Dialog
        open={closing !== null}
        onOpenChange={(open) => !open && setClosing(null)}
        title={`Delete "${closing?.name}"?`}
        description="Its URL stops working. Events it sent are kept. This cannot be undone."
        actions={
          <>
            <Button onClick={() => setClosing(null)}>Cancel</Button>
            <Button
              tone="danger"
              isBusy={remove.isPending}
              onClick={() => closing && remove.mutate({ id: closing.id })}
            >
              Delete webhook
            </Button>
          </>
        }
      >
        {null}
      </Dialog>
    </>
  )
}

function describeDelivery({ deliveries, events, last_delivery_at, last_result, previous_until }: BehaviorHook): string {
  const old = previous_until === null ? '' : ' The previous secret still works for a while.'
  if (last_delivery_at === null) return `No events received yet.${old}`
  return `${counted(deliveries, 'delivery', 'deliveries')}, ${counted(events, 'event')}. The last, ${formatAgo(last_delivery_at, Date.now())}: ${last_result}${old}`
}
