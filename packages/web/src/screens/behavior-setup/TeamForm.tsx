import type { TeamSettings } from '@kept/domain/team.ts'
import { type Weekday, weekdays } from '@kept/domain/work-calendar.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input, TextArea } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { type Mistakes, useForm, type Values } from '@kept/ui/form/useForm.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useId, useState } from 'react'
import { explainFor } from '../../account/refusal.ts'
import { HolidaysOf } from './HolidaysOf.tsx'
import { isQuarter, isZone, readDays, short } from './team-words.ts'

interface TeamFormProps {
  team: TeamSettings
  isNew: boolean
  /** Names of the others. */
  taken: readonly string[]
  onSave(team: TeamSettings): Promise<void>
  onClose(): void
}

const fields = ['name', 'timezone', 'start', 'end', 'holidays', 'members'] as const
type FieldName = (typeof fields)[number]

/** One team's week: where it is, when it works, which days it has off. */
export function TeamForm({ team, isNew, taken, onSave, onClose }: TeamFormProps) {
  const { calendar } = team
  const zones = useId()
  const formId = useId()
  const [weekend, setWeekend] = useState<readonly Weekday[]>(calendar.weekend_days)
  const [place, setPlace] = useState({ country: calendar.country, region: calendar.region })
  const { form, field, failure, busy } = useForm({
    fields,
    check: (values) => mistakesIn(values, taken),
    async send({ name, timezone, start, end, holidays, members }) {
      await onSave({
        team_name: name.trim(),
        member_count: members.trim() === '' ? null : Number(members),
        calendar: {
          ...{ ...place, timezone, work_hours: { start, end }, holidays: readDays(holidays).days },
          weekend_days: weekdays.filter((day) => weekend.includes(day)),
        },
      })
      onClose()
      toasts.show({ title: `${name.trim()} is set`, body: 'The next run of the analysis goes by it.' })
    },
    explain: explainFor<FieldName>({ timezone: 'timezone', holidays: 'holidays' }),
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isNew ? 'A team' : team.team_name}
      wide
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} tone="primary" busy={busy}>
            Save
          </Button>
        </>
      }
    >
      <form {...form} id={formId} className="space-y-4">
        <FormFailure sentence={failure} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Input
            {...field('name')}
            label="Name"
            hint="As tags and events name it"
            defaultValue={team.team_name}
            maxLength={500}
            autoComplete="off"
          />
          <Input
            {...field('members')}
            label="Members"
            hint="Left empty, those seen at work are counted"
            inputMode="numeric"
            defaultValue={team.member_count ?? ''}
            autoComplete="off"
          />
          <Input
            {...field('timezone')}
            label="Time zone"
            list={zones}
            defaultValue={calendar.timezone}
            autoComplete="off"
          />
          <datalist id={zones}>
            {Intl.supportedValuesOf('timeZone').map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
          <div className="grid grid-cols-2 gap-4">
            <Input
              {...field('start')}
              label="Work from"
              hint="An end before the start is a night shift"
              defaultValue={calendar.work_hours.start}
              maxLength={5}
              placeholder="09:00"
            />
            <Input
              {...field('end')}
              label="to"
              defaultValue={calendar.work_hours.end}
              maxLength={5}
              placeholder="18:00"
            />
          </div>
        </div>
        <fieldset>
          <legend className="mb-1 text-small text-soft">Weekend</legend>
          <div className="flex flex-wrap gap-x-4">
            {weekdays.map((day) => (
              <Checkbox
                key={day}
                checked={weekend.includes(day)}
                onChange={(on) => setWeekend(on ? [...weekend, day] : weekend.filter((one) => one !== day))}
              >
                {short(day)}
              </Checkbox>
            ))}
          </div>
        </fieldset>
        <HolidaysOf {...place} onChange={setPlace} />
        <TextArea
          {...field('holidays')}
          label="Days off of its own"
          hint="Dates such as 2026-12-24, one on a line"
          defaultValue={calendar.holidays.join('\n')}
        />
      </form>
    </Dialog>
  )
}

function mistakesIn(values: Values<FieldName>, taken: readonly string[]): Mistakes<FieldName> {
  const mistakes: Mistakes<FieldName> = {}
  const name = values.name.trim()
  if (name === '') mistakes.name = 'Give it a name.'
  else if (taken.includes(name)) mistakes.name = 'A team of this name is set already.'
  if (!isZone(values.timezone)) mistakes.timezone = 'Choose a zone such as Europe/Berlin.'
  for (const end of ['start', 'end'] as const) {
    if (!isQuarter(values[end])) mistakes[end] = 'A time on the quarter hour, such as 09:00.'
  }
  const { wrong } = readDays(values.holidays)
  if (wrong !== null) mistakes.holidays = `"${wrong}" is no date; write it as 2026-12-24.`
  if (!/^\d{0,6}$/.test(values.members.trim())) mistakes.members = 'A whole number, or nothing.'
  return mistakes
}
