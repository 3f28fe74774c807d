import type { Recommendation } from '@kept/domain/recommendation.ts'
import { dayMs, utcDay } from '@kept/foundation/calendar/instant.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { type FormEvent, useId, useState } from 'react'
import { nameOfSelection, useDecisions } from './useDecisions.ts'

interface SnoozeProps {
  recommendations: readonly Recommendation[]
  onClose(): void
  onDone?(): void
}

const periods = [
  ['1 week', 7],
  ['1 month', 30],
  ['1 quarter', 91],
] as const

/** Hides recommendations until a day, on which they open again. */
export function Snooze({ recommendations, onClose, onDone }: SnoozeProps) {
  const form = useId()
  const [until, setUntil] = useState(inDays(7))
  const { decide, deciding } = useDecisions()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (until === '') return
    decide(recommendations, { decision: 'snooze', until }, () => {
      onClose()
      onDone?.()
    })
  }
  const noun = recommendations.length === 1 ? 'this recommendation' : `${recommendations.length} recommendations`
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Snooze ${noun}?`}
      description={`${nameOfSelection(recommendations)} opens again on ${until ? formatDay(until) : 'the day you choose'}.`}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" form={form} isBusy={deciding} disabled={until === ''}>
            Snooze
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <div className="mb-3 flex flex-wrap gap-1.5">
          {periods.map(([label, days]) => (
            <Button
              key={label}
              size="small"
              aria-pressed={until === inDays(days)}
              onClick={() => setUntil(inDays(days))}
            >
              {label}
            </Button>
          ))}
        </div>
        <div className="w-48">
          <Input
            label="Until"
            type="date"
            min={inDays(1)}
            value={until}
            onChange={(event) => setUntil(event.target.value)}
          />
        </div>
      </form>
    </Dialog>
  )
}

function inDays(days: number): string {
  return utcDay(Date.now() + days * dayMs)
}
