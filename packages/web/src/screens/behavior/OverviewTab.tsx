import type { BehaviorOverview } from '@kept/contract/routes/developer-behavior-shapes.ts'
import { formatDayShort } from '@kept/foundation/format/day.ts'
import { formatMoney, formatMoneyShort } from '@kept/foundation/format/money.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { Bars } from '@kept/ui/charts/bars/Bars.tsx'
import { prepareBars } from '@kept/ui/charts/bars/prepare.ts'
import { Lines } from '@kept/ui/charts/line/Lines.tsx'
import { Link } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { Section } from '../../shell/Page.tsx'
import { nameTeam } from './behavior-view.ts'
import { Opportunities } from './Opportunities.tsx'
import { WeekHeat } from './WeekHeat.tsx'

const classes = [
  ['after_hours', 'After Hours'],
  ['weekends', 'Weekends'],
  ['holidays', 'Holidays'],
  ['working_hours', 'Working Hours'],
  ['zombie_environments', 'Zombie Envs'],
] as const
const className = (key: string) => classes.find(([name]) => name === key)?.[1] ?? key
/** With more lines than colors they cannot be told apart: then all teams are one line. */
const maxLines = 6

interface OverviewTabProps {
  overview: BehaviorOverview
  onOptimize(environment: string): void
}

export function OverviewTab({ overview, onOptimize }: OverviewTabProps) {
  const { currency, waste_breakdown: breakdown, opportunities, heat_maps, notes } = overview
  const isKnown = overview.cards.monthly_waste.amount !== null
  // A thousand cells of the week stand far below: what is read first is on the screen before they are drawn.
  const isFirstDrawn = useDeferredValue(true, false)
  return (
    <>
      <div className="grid gap-x-10 @4xl:grid-cols-2">
        <Section title="Efficiency Trend" className="mt-4" description="Efficiency score by week, 0 to 100.">
          <Lines
            label="Efficiency score by week"
            height={240}
            xKey="week"
            empty="A score needs eight hours of runtime and activity data in a week."
            {...trend(overview)}
          />
        </Section>
        <Section
          title="Waste Breakdown"
          className="mt-4"
          description="Cost of unused hours by type. The five types add up to the total waste."
        >
          <Bars
            stacked
            height={240}
            prepared={prepareBars(
              breakdown ? classes.map(([x, name]) => ({ x, key: x, name, value: breakdown[x] })) : [],
              classes.map(([x]) => x),
            )}
            nameX={(x) => ({ short: className(x), full: className(x) })}
            exact={(amount) => formatMoney(amount, currency)}
            short={(amount) => formatMoneyShort(amount, currency)}
            label="Waste by type"
            empty="Connect activity data to measure waste."
          />
        </Section>
      </div>
      <Section title="Top Cost Savings Opportunities">
        <Opportunities opportunities={opportunities} isKnown={isKnown} onOptimize={onOptimize} />
      </Section>
      <Section
        title="Weekly usage"
        description="When environments run and when they are used, in each team’s time zone."
      >
        <div className="grid gap-x-10 gap-y-8 @4xl:grid-cols-2">
          {(isFirstDrawn ? heat_maps : [])
            .filter(({ heat_map }) => heat_map.running.some((share) => (share ?? 0) > 0))
            .map(({ team, time_zone: timeZone, heat_map, is_observed }) => (
              <div key={team}>
                <h3 className="mb-2 text-body font-semibold">{nameTeam(team)}</h3>
                <WeekHeat map={heat_map} label={nameTeam(team)} timeZone={timeZone} isObserved={is_observed} />
              </div>
            ))}
        </div>
      </Section>
      <Section title="Data recorded">
        <p className="max-w-prose text-pretty text-small text-soft">
          We record when an environment is used, not what people do in it. Names are pseudonymized. An admin can export
          or erase the data of a person{' '}
          <Link
            to="/behavior/setup"
            search={{ tab: 'recording' }}
            className="underline underline-offset-2 hover:text-ink"
          >
            under Set up
          </Link>
          .
        </p>
        {notes.length > 0 && (
          <ul className="mt-2 list-inside list-disc text-small text-soft">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
      </Section>
    </>
  )
}

/** "Sep 28", and how much of a week it is where the window cuts it. */
function nameOfWeek(week: string, days: number): string {
  return days < 6.9 ? `${formatDayShort(week)} (${counted(Math.round(days), 'day')})` : formatDayShort(week)
}

function trend({ efficiency_trend: weeks }: BehaviorOverview) {
  const names = [...new Set(weeks.flatMap(({ scores }) => scores.map(({ team }) => team)))]
  if (names.length > maxLines) {
    const mean = (scores: BehaviorOverview['efficiency_trend'][number]['scores']) => {
      const knownScores = scores.flatMap(({ score }) => score ?? [])
      return knownScores.length === 0
        ? null
        : Math.round(knownScores.reduce((sum, score) => sum + score, 0) / knownScores.length)
    }
    const data = weeks.map(({ week, days, scores }) => ({ week: nameOfWeek(week, days), all: mean(scores) }))
    return { data, lines: [{ dataKey: 'all', name: 'All teams' }] }
  }
  // A team's name is no key of ours: lines are known by their place.
  const data = weeks.map(({ week, days, scores }) => ({
    week: nameOfWeek(week, days),
    ...Object.fromEntries(
      names.map((name, index) => [`team${index}`, scores.find(({ team }) => team === name)?.score ?? null]),
    ),
  }))
  return { data, lines: names.map((name, index) => ({ dataKey: `team${index}`, name: nameTeam(name) })) }
}
