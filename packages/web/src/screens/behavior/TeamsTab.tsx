import type { ComparedTeam } from '@kept/domain/behavior-run.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ExportList } from '../../csv/ExportList.tsx'
import { type BehaviorView, nameTeam, questionOf } from './behavior-view.ts'
import { efficiencyTone } from './tones.ts'
import { WeekHeat } from './WeekHeat.tsx'

export function TeamsTab({ view }: { view: BehaviorView }) {
  const query = useQuery({
    ...api.developerBehavior.teams.queryOptions({ input: questionOf(view) }),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={query} failed="Teams could not be loaded." loading={<SkeletonRows rows={6} />}>
      {({ data }) => (
        <>
          {data.length > 0 && (
            <div className="mb-3 flex justify-end">
              <ExportList
                size="small"
                name="teams"
                list={async () => (await import('./export-behavior.ts')).teamsList(data)}
              />
            </div>
          )}
          <div className="grid gap-x-10 gap-y-8 @4xl:grid-cols-2">
            {data.map((team) => (
              <TeamCard key={`${team.team_name} ${team.currency}`} team={team} />
            ))}
          </div>
        </>
      )}
    </Loaded>
  )
}

/** People are counted here, never named. */
function TeamCard({ team }: { team: ComparedTeam }) {
  const { waste_opportunities: waste, currency, efficiency_score: score } = team
  const money = (amount: string) => formatMoney(amount, currency || 'USD')
  // Without an activity source, a team's waste is unknown.
  const wasted = (amount: string) => (team.wasted_cost === null ? 'unknown' : money(amount))
  const peaks = team.peak_hours.map(({ start, end }) => `${start} to ${end}`).join(', ')
  return (
    <article aria-label={nameTeam(team.team_name)} className="border-rule-strong border-t pt-3">
      <h2 className="flex items-center justify-between gap-3 text-lead font-semibold">
        {nameTeam(team.team_name)}
        <Badge tone={efficiencyTone(score)}>
          {score === null ? 'efficiency not known' : `${Math.round(score)}% efficient`}
        </Badge>
      </h2>
      <dl className="figure mt-2 grid grid-cols-2 gap-x-6 gap-y-1.5 text-small sm:grid-cols-3">
        <Fact name="Members">{team.member_count === 0 ? 'none active' : formatCount(team.member_count)}</Fact>
        <Fact name="Environments">{formatCount(team.environments)}</Fact>
        <Fact name="Total cost">{money(team.total_cost)}</Fact>
        <Fact name="Used per working day">{team.wasted_cost === null ? 'unknown' : `${team.avg_usage_hours} h`}</Fact>
        <Fact name="Peak hours">{peaks || 'none'}</Fact>
        <Fact name="Time zone">{team.time_zone}</Fact>
        <Fact name="After hours">{wasted(waste.after_hours_waste)}</Fact>
        <Fact name="Weekends">{wasted(waste.weekend_waste)}</Fact>
        <Fact name="Holidays">{wasted(waste.holiday_waste)}</Fact>
      </dl>
      <div className="mt-3">
        {team.total_runtime_hours > 0 ? (
          <WeekHeat
            map={team.heat_map}
            label={nameTeam(team.team_name)}
            timeZone={team.time_zone}
            isObserved={team.wasted_cost !== null}
          />
        ) : (
          <p className="text-small text-soft">The bill has no hourly data for its environments.</p>
        )}
      </div>
    </article>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-micro text-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
