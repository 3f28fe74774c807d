import { dayMs, utcDay } from '@kept/foundation/calendar/instant.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { Input } from '@kept/ui/controls/Field.tsx'
import { useState } from 'react'
import { CommonChoices, DecisionForm, type DecisionFormProps } from './DecisionForm.tsx'

const periods = [
  ['1 week', 7],
  ['1 month', 30],
  ['1 quarter', 91],
] as const

/** Hides recommendations until a day, on which they open again. */
export function Snooze(props: DecisionFormProps) {
  const [until, setUntil] = useState(inDays(7))
  return (
    <DecisionForm
      {...props}
      verb="Snooze"
      consequence={`opens again on ${until ? formatDay(until) : 'the day you choose'}.`}
      decision={until === '' ? null : { decision: 'snooze', until }}
    >
      <CommonChoices
        choices={periods.map(([label, days]) => [label, inDays(days)] as const)}
        chosen={until}
        onChoose={setUntil}
      />
      <div className="w-48">
        <Input
          label="Until"
          type="date"
          min={inDays(1)}
          value={until}
          onChange={(event) => setUntil(event.target.value)}
        />
      </div>
    </DecisionForm>
  )
}

function inDays(days: number): string {
  return utcDay(Date.now() + days * dayMs)
}
