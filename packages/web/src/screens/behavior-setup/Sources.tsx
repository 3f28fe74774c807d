import { sentenceOf } from '@kept/client/errors.ts'
import type { HookWithSecret } from '@kept/contract/routes/behavior-hooks.ts'
import type { BehaviourHook } from '@kept/domain/behaviour-hook.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { formatAgo } from '@kept/ui/format/day.ts'
import { counted } from '@kept/ui/format/share.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Section } from '../../shell/Page.tsx'
import { FileSource } from './FileSource.tsx'
import { FreshHook } from './FreshHook.tsx'
import { HookForm } from './HookForm.tsx'
import { Targets } from './Targets.tsx'

/** Where signs of use come from: systems that send by themselves, and files. */
export function Sources({ mayWrite }: { mayWrite: boolean }) {
  const client = useQueryClient()
  const query = useQuery(api.behaviorHooks.list.queryOptions({ input: {} }))
  const [making, setMaking] = useState(false)
  const [fresh, setFresh] = useState<HookWithSecret | null>(null)
  const [closing, setClosing] = useState<BehaviourHook | null>(null)
  const renew = () => client.invalidateQueries({ queryKey: api.behaviorHooks.key() })
  const onError = (error: unknown) =>
    void toasts.show({ tone: 'error', title: 'Nothing was changed', body: sentenceOf(error) })
  const rotate = useMutation(
    api.behaviorHooks.rotate.mutationOptions({
      async onSuccess({ data }) {
        setFresh(data)
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
        toasts.show({ title: 'The hook is closed', body: 'What it sent stays.' })
      },
      onError,
    }),
  )
  return (
    <>
      <Section
        title="Hooks"
        className="mt-2"
        words="An address and a secret for each system that can say by itself that somebody was at work. A delivery counts once, and only when it proves the secret."
      >
        {fresh && <FreshHook hook={fresh} onDone={() => setFresh(null)} />}
        <Loaded query={query} failed="The hooks could not be loaded.">
          {({ data: { hooks, kinds } }) => (
            <>
              {making ? (
                <HookForm
                  kinds={kinds}
                  onCancel={() => setMaking(false)}
                  onMade={async (hook) => {
                    setMaking(false)
                    setFresh(hook)
                    await renew()
                  }}
                />
              ) : (
                mayWrite && <Button onClick={() => setMaking(true)}>Add a hook</Button>
              )}
              <ul aria-label="Hooks" className="mt-3">
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
                      <p className="text-small text-soft">{deliveryWords(hook)}</p>
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
                          busy={rotate.isPending}
                          onClick={() => rotate.mutate({ id: hook.id })}
                        >
                          New secret
                        </Button>
                        <Button aria-label={`Close ${hook.name}`} onClick={() => setClosing(hook)}>
                          Close
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
        title={`Close "${closing?.name}"?`}
        words="Its address answers no more; what it sent stays. This cannot be undone: a new hook has a new address."
        actions={
          <>
            <Button onClick={() => setClosing(null)}>Keep it</Button>
            <Button tone="danger" busy={remove.isPending} onClick={() => closing && remove.mutate({ id: closing.id })}>
              Close it
            </Button>
          </>
        }
      >
        {null}
      </Dialog>
    </>
  )
}

function deliveryWords({ deliveries, events, last_delivery_at, last_words, former_until }: BehaviourHook): string {
  const old = former_until === null ? '' : ' The former secret is still taken for a while.'
  if (last_delivery_at === null) return `Nothing was delivered yet.${old}`
  return `${counted(deliveries, 'delivery', 'deliveries')}, ${counted(events, 'event')}. The last, ${formatAgo(last_delivery_at, Date.now())}: ${last_words}${old}`
}
