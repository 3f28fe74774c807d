import type { AutopilotSettings } from '@kept/domain/autopilot.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { useId } from 'react'
import { Section } from '../../shell/Page.tsx'
import type { PolicyPartProps } from './policy-part.ts'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** When a policy may act, on the clock of its time zone. */
export function TimeFields({ draft: { times }, mistakes, onChange }: PolicyPartProps) {
  const zones = useId()
  const { windows, freezes } = times
  const change = (part: Partial<AutopilotSettings['times']>) => onChange({ times: { ...times, ...part } })
  const changeWindow = (index: number, part: Partial<(typeof windows)[number]>) =>
    change({ windows: windows.map((entry, at) => (at === index ? { ...entry, ...part } : entry)) })
  const changeFreeze = (index: number, part: Partial<(typeof freezes)[number]>) =>
    change({ freezes: freezes.map((entry, at) => (at === index ? { ...entry, ...part } : entry)) })
  return (
    <Section title="Times" description="Without a window, at any time. In a freeze, nothing starts.">
      <div className="space-y-4">
        <Input
          label="Time zone"
          list={zones}
          value={times.time_zone}
          error={mistakes['times.time_zone']}
          onChange={({ target }) => change({ time_zone: target.value })}
        />
        <datalist id={zones}>
          {Intl.supportedValuesOf('timeZone').map((timeZone) => (
            <option key={timeZone} value={timeZone} />
          ))}
        </datalist>
        {windows.map(({ days, from, to }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a window has no other identity.
          <fieldset key={index} className="border-rule border-l-2 pl-3">
            <legend className="sr-only">Window {index + 1}</legend>
            <div className="mb-2 flex flex-wrap gap-x-4">
              {weekdays.map((label, day) => (
                <Checkbox
                  key={label}
                  checked={days.includes(day + 1)}
                  onChange={(checked) =>
                    changeWindow(index, {
                      days: checked ? [...days, day + 1].toSorted() : days.filter((other) => other !== day + 1),
                    })
                  }
                >
                  {label}
                </Checkbox>
              ))}
            </div>
            <div className="flex flex-wrap items-end gap-3">
              <Input
                label="From"
                type="time"
                value={from}
                onChange={({ target }) => changeWindow(index, { from: target.value })}
              />
              <Input
                label="To"
                type="time"
                value={to}
                onChange={({ target }) => changeWindow(index, { to: target.value })}
              />
              <Button size="small" onClick={() => change({ windows: windows.filter((_, at) => at !== index) })}>
                Remove window
              </Button>
            </div>
          </fieldset>
        ))}
        {freezes.map(({ start_date, end_date, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a freeze has no other identity.
          <fieldset key={index} className="flex flex-wrap items-end gap-3 border-rule border-l-2 pl-3">
            <legend className="sr-only">Freeze {index + 1}</legend>
            <Input
              label="Frozen from"
              type="date"
              value={start_date}
              error={mistakes[`times.freezes.${index}.start_date`]}
              onChange={({ target }) => changeFreeze(index, { start_date: target.value })}
            />
            <Input
              label="Until (not included)"
              type="date"
              value={end_date}
              error={mistakes[`times.freezes.${index}.end_date`]}
              onChange={({ target }) => changeFreeze(index, { end_date: target.value })}
            />
            <Input
              label="Reason"
              value={reason}
              onChange={({ target }) => changeFreeze(index, { reason: target.value })}
            />
            <Button size="small" onClick={() => change({ freezes: freezes.filter((_, at) => at !== index) })}>
              Remove freeze
            </Button>
          </fieldset>
        ))}
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            onClick={() => change({ windows: [...windows, { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }] })}
          >
            Add window
          </Button>
          <Button
            size="small"
            onClick={() => change({ freezes: [...freezes, { start_date: '', end_date: '', reason: '' }] })}
          >
            Add freeze
          </Button>
        </div>
      </div>
    </Section>
  )
}
