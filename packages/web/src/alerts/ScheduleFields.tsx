import type { AlertSchedule, QuietHours } from '@kept/domain/alert.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { useId } from 'react'
import { Group } from './Group.tsx'
import { weekdays } from './weekdays.ts'

interface ScheduleFieldsProps {
  schedule: AlertSchedule
  /** False for channels that send one message per incident. */
  gathers: boolean
  onChange(schedule: AlertSchedule): void
}

const paces = [
  { value: 'at_once', label: 'Instantly' },
  { value: 'hourly', label: 'Hourly digest' },
  { value: 'daily', label: 'Daily digest' },
  { value: 'weekly', label: 'Weekly digest' },
] as const
type Pace = (typeof paces)[number]['value']
const days = weekdays.map((label, index) => ({ value: String(index + 1), label }))
const firstNight: QuietHours = { days: [1, 2, 3, 4, 5], from: '20:00', to: '08:00' }
const maxWindows = 7

/** When a channel sends: instantly or as a digest, quiet hours, and the time zone of both. */
export function ScheduleFields({ schedule, gathers, onChange }: ScheduleFieldsProps) {
  const { digest, quiet, time_zone: timeZone, critical_passes } = schedule
  const timeZonesId = useId()
  const update = (change: Partial<AlertSchedule>) => onChange({ ...schedule, ...change })
  const pace: Pace = digest?.frequency ?? 'at_once'
  const setPace = (next: Pace) =>
    update({ digest: next === 'at_once' ? null : { at: '09:00', weekday: 1, ...digest, frequency: next } })
  const setQuiet = (position: number, change: Partial<QuietHours>) =>
    update({ quiet: quiet.map((hours, index) => (index === position ? { ...hours, ...change } : hours)) })
  return (
    <>
      {gathers && (
        <div className="grid gap-4 sm:grid-cols-3">
          <Select<Pace> label="Frequency" value={pace} options={paces} onChange={setPace} />
          {digest && digest.frequency === 'weekly' && (
            <Select
              label="On"
              value={String(digest.weekday)}
              options={days}
              onChange={(day) => update({ digest: { ...digest, weekday: Number(day) } })}
            />
          )}
          {digest && digest.frequency !== 'hourly' && (
            <Input
              label="At"
              type="time"
              value={digest.at}
              onChange={(event) => update({ digest: { ...digest, at: event.target.value } })}
            />
          )}
        </div>
      )}
      <fieldset className="space-y-3">
        <legend className="mb-1 text-small text-soft">Quiet hours</legend>
        {quiet.map((window, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: quiet hours have no key but their position.
          <div key={position} className="space-y-2">
            <Group label={`Quiet hours ${position + 1}: days`}>
              {weekdays.map((name, index) => (
                <Checkbox
                  key={name}
                  checked={window.days.includes(index + 1)}
                  onChange={(checked) =>
                    setQuiet(position, {
                      days: weekdays.flatMap((_, day) =>
                        (day === index ? checked : window.days.includes(day + 1)) ? [day + 1] : [],
                      ),
                    })
                  }
                >
                  {name.slice(0, 3)}
                </Checkbox>
              ))}
            </Group>
            <div className="flex flex-wrap items-end gap-3">
              <Input
                label="From"
                type="time"
                value={window.from}
                onChange={(event) => setQuiet(position, { from: event.target.value })}
              />
              <Input
                label="To"
                type="time"
                value={window.to}
                onChange={(event) => setQuiet(position, { to: event.target.value })}
              />
              <Button onClick={() => update({ quiet: quiet.filter((_, index) => index !== position) })}>
                Remove<span className="sr-only"> quiet hours {position + 1}</span>
              </Button>
            </div>
          </div>
        ))}
        {quiet.length < maxWindows && (
          <Button size="small" onClick={() => update({ quiet: [...quiet, firstNight] })}>
            Add quiet hours
          </Button>
        )}
      </fieldset>
      {(digest || quiet.length > 0) && (
        <>
          <Checkbox checked={critical_passes} onChange={(checked) => update({ critical_passes: checked })}>
            Always send critical alerts instantly
          </Checkbox>
          <Input
            label="Time zone"
            list={timeZonesId}
            value={timeZone}
            onChange={(event) => update({ time_zone: event.target.value })}
            autoComplete="off"
            hint="For example, Europe/Berlin."
          />
          <datalist id={timeZonesId}>
            {Intl.supportedValuesOf('timeZone').map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </>
  )
}
