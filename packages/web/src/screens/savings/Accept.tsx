import type { Finding } from '@kept/domain/finding.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { type FormEvent, useId, useState } from 'react'
import { useMe } from '../../shell/useMe.ts'
import { useFindingActions } from './useFindingActions.ts'

interface AcceptProps {
  finding: Finding
  open: boolean
  onOpenChange(open: boolean): void
}

/** Accepting says who takes it up, and by when. */
export function Accept({ finding, open, onOpenChange }: AcceptProps) {
  const form = useId()
  const me = useMe().data
  const [owner, setOwner] = useState(finding.owner || (me?.user.full_name ?? ''))
  const [due, setDue] = useState(finding.due_on ?? '')
  const { accept, accepting } = useFindingActions()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    accept(finding.id, { owner: owner.trim(), due_on: due || null }, () => onOpenChange(false))
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={finding.status === 'accepted' ? 'Who takes it up?' : 'Accept this finding?'}
      words={`“${finding.title}” goes into the pipeline, with whoever takes it up.`}
      actions={
        <>
          <Button tone="quiet" onClick={() => onOpenChange(false)}>
            Not now
          </Button>
          <Button tone="primary" type="submit" form={form} busy={accepting}>
            {finding.status === 'accepted' ? 'Save' : 'Accept'}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-wrap gap-3">
        <div className="w-56">
          <Input
            label="Owner"
            hint="Empty: you"
            maxLength={200}
            value={owner}
            onChange={(event) => setOwner(event.target.value)}
          />
        </div>
        <div className="w-44">
          <Input
            label="Due"
            hint="Empty: no date"
            type="date"
            value={due}
            onChange={(event) => setDue(event.target.value)}
          />
        </div>
      </form>
    </Dialog>
  )
}
