import type { CostAnnotation } from '@kept/domain/cost-annotation.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../../api/client.ts'
import { useMe } from '../../shell/useMe.ts'

interface AnnotationsProps {
  annotations: readonly CostAnnotation[]
  /** Suggested for a new one. */
  day: string
}

/** The notes on days of the chart, and a new one. */
export default function Annotations({ annotations, day }: AnnotationsProps) {
  const [isOpen, setOpen] = useState(false)
  const mayWrite = useMe().data?.permissions.includes('recommendations:write') ?? false
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: api.costs.annotations.key() })
  const remove = useMutation(api.costs.deleteAnnotation.mutationOptions({ onSettled: refresh }))
  return (
    <div className="mt-3 text-small print:hidden">
      {annotations.length > 0 && (
        <ul aria-label="Annotations" className="space-y-1">
          {annotations.map(({ id, day: noted, text, author_name, is_own }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-2">
              <Flag size={12} aria-hidden="true" className="self-center text-faint" />
              <span className="figure text-soft">{formatDay(noted)}</span>
              <span className="min-w-0 break-words">{text}</span>
              <span className="text-micro text-faint">{author_name}</span>
              {is_own && (
                <Button size="small" tone="quiet" onClick={() => remove.mutate({ id })}>
                  Delete<span className="sr-only"> the annotation of {formatDay(noted)}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayWrite && (
        <Button size="small" tone="quiet" icon={<Flag size={13} />} onClick={() => setOpen(true)}>
          Add annotation
        </Button>
      )}
      {isOpen && <NewAnnotation day={day} onClose={() => setOpen(false)} onSaved={refresh} />}
    </div>
  )
}

interface NewAnnotationProps {
  day: string
  onClose(): void
  onSaved(): Promise<void>
}

function NewAnnotation({ day: suggested, onClose, onSaved }: NewAnnotationProps) {
  const form = useId()
  const [day, setDay] = useState(suggested)
  const [text, setText] = useState('')
  const add = useMutation(
    api.costs.annotate.mutationOptions({
      onSuccess() {
        onClose()
        return onSaved()
      },
    }),
  )
  const isEmpty = text.trim() === '' || day === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isEmpty) add.mutate({ day, text: text.trim() })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add annotation"
      description="Everyone in the organization sees it in the chart."
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" form={form} isBusy={add.isPending} disabled={isEmpty}>
            Add
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="space-y-3">
        <FormFailure sentence={add.error?.message ?? ''} />
        <Input label="Day" type="date" value={day} onChange={(event) => setDay(event.target.value)} />
        <Input label="Note" maxLength={200} value={text} onChange={(event) => setText(event.target.value)} />
      </form>
    </Dialog>
  )
}
