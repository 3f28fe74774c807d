import { defaultCalendar } from '@kept/domain/default-calendar.ts'
import type { TeamSettings } from '@kept/domain/team.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { explainFor } from '../../account/refusal.ts'
import { api } from '../../api/client.ts'
import { checkBy } from '../../form/check-by.ts'
import { TextLink } from '../../shell/TextLink.tsx'

/** A team's working hours, which decide which hours of a machine count as idle. */
export function FirstTeam({ onDone }: { onDone(): void }) {
  const client = useQueryClient()
  const timeZonesId = useId()
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields: ['name', 'time_zone'],
      schema: () => import('@kept/domain/team.ts').then(({ teamSettingsSchema }) => teamSettingsSchema),
      input: ({ name, time_zone }) => toTeam(name, time_zone),
      names: { team_name: 'name', 'calendar.time_zone': 'time_zone' },
      invalid: { time_zone: 'Enter a time zone such as Europe/Berlin.' },
      rules: ({ name }) => (name.trim() === '' ? { name: 'Enter a name.' } : {}),
    }),
    async send({ name, time_zone }) {
      // Refetched: the settings are replaced as a whole, and another user may have set a team in the meantime.
      const { data } = await api.developerBehavior.settings.call({})
      const team = toTeam(name, time_zone)
      const otherTeams = data.teams.filter(({ team_name }) => team_name !== team.team_name)
      await api.developerBehavior.putSettings.call({ ...data, teams: [...otherTeams, team] })
      await client.invalidateQueries({ queryKey: api.developerBehavior.key() })
      onDone()
    },
    explain: explainFor({ name: 'name', time_zone: 'time_zone' }),
  })
  return (
    <form {...form} className="max-w-sm space-y-3">
      <FormFailure sentence={failure} />
      <Input {...field('name')} label="Team" hint="As written in your tags." autoComplete="off" />
      <Input
        {...field('time_zone')}
        label="Time zone"
        hint="Default hours: Monday to Friday, 09:00 to 18:00."
        list={timeZonesId}
        defaultValue={Intl.DateTimeFormat().resolvedOptions().timeZone}
        autoComplete="off"
      />
      <datalist id={timeZonesId}>
        {Intl.supportedValuesOf('timeZone').map((timeZone) => (
          <option key={timeZone} value={timeZone} />
        ))}
      </datalist>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" tone="primary" isBusy={isBusy}>
          Add team
        </Button>
        <TextLink to="/behavior/setup" className="text-small">
          Set hours, holidays and more teams
        </TextLink>
      </div>
    </form>
  )
}

function toTeam(name: string, time_zone: string): TeamSettings {
  return { team_name: name.trim(), calendar: { ...defaultCalendar, time_zone }, member_count: null }
}
