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
  /** False for channels where each incident stays by itself. */
  gathers: boolean
  onChange(schedule: AlertSchedule): void
}

const paces = [
  { value: 'at_once', label: 'As they come' },
  { value: 'hourly', label: 'Every hour, together' },
  { value: 'daily', label: 'Every day, together' },
  { value: 'weekly', label: 'Every week, together' },
] as const
type Pace = (typeof paces)[number]['value']
const days = weekdays.map((label, at) => ({ value: String(at + 1), label }))
const firstNight: QuietHours = { days: [1, 2, 3, 4, 5], from: '20:00', to: '08:00' }
const mostWindows = 7

/** When a channel speaks: at once or together, not in these hours, by the clock of this zone. */
export function ScheduleFields({ schedule, gathers, onChange }: ScheduleFieldsProps) {
  const { digest, quiet, zone, critical_passes } = schedule
  const zones = useId()
  const put = (change: Partial<AlertSchedule>) => onChange({ ...schedule, ...change })
  const pace: Pace = digest?.every ?? 'at_once'
  const setPace = (next: Pace) =>
    put({ digest: next === 'at_once' ? null : { at: '09:00', weekday: 1, ...digest, every: next } })
  const setQuiet = (at: number, change: Partial<QuietHours>) =>
    put({ quiet: quiet.map((one, index) => (index === at ? { ...one, ...change } : one)) })
  return (
    <>
      {gathers && (
        <div className="grid gap-4 sm:grid-cols-3">
          <Select<Pace> label="Told" value={pace} options={paces} onChange={setPace} />
          {digest && digest.every === 'weekly' && (
            <Select
              label="On"
              value={String(digest.weekday)}
              options={days}
              onChange={(day) => put({ digest: { ...digest, weekday: Number(day) } })}
            />
          )}
          {digest && digest.every !== 'hourly' && (
            <Input
              label="At"
              type="time"
              value={digest.at}
              onChange={(event) => put({ digest: { ...digest, at: event.target.value } })}
            />
          )}
        </div>
      )}
      <fieldset className="space-y-3">
        <legend className="mb-1 text-small text-soft">Quiet hours</legend>
        {quiet.map((window, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: windows have no name but their place.
          <div key={at} className="space-y-2">
            <Group label={`Days of quiet hours ${at + 1}`}>
              {weekdays.map((name, index) => (
                <Checkbox
                  key={name}
                  checked={window.days.includes(index + 1)}
                  onChange={(on) =>
                    setQuiet(at, {
                      days: weekdays.flatMap((_, day) =>
                        (day === index ? on : window.days.includes(day + 1)) ? [day + 1] : [],
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
                onChange={(event) => setQuiet(at, { from: event.target.value })}
              />
              <Input
                label="To"
                type="time"
                value={window.to}
                onChange={(event) => setQuiet(at, { to: event.target.value })}
              />
              <Button onClick={() => put({ quiet: quiet.filter((_, index) => index !== at) })}>
                Remove<span className="sr-only"> quiet hours {at + 1}</span>
              </Button>
            </div>
          </div>
        ))}
        {quiet.length < mostWindows && (
          <Button size="small" onClick={() => put({ quiet: [...quiet, firstNight] })}>
            Add quiet hours
          </Button>
        )}
      </fieldset>
      {(digest || quiet.length > 0) && (
        <>
          <Checkbox checked={critical_passes} onChange={(on) => put({ critical_passes: on })}>
            Critical ones at once, whatever the hour
          </Checkbox>
          <Input
            label="Time zone"
            list={zones}
            value={zone}
            onChange={(event) => put({ zone: event.target.value })}
            autoComplete="off"
            hint="Such as Europe/Berlin."
          />
          <datalist id={zones}>
            {Intl.supportedValuesOf('timeZone').map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </>
  )
}
