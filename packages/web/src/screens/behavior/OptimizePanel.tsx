import type { Optimized } from '@kept/contract/routes/developer-behavior-shapes.ts'
import type { ScheduleChoice, ScheduleRecommendation } from '@kept/domain/schedule.ts'
import { formatWindow } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { counted, formatPercent } from '@kept/foundation/format/number.ts'
import { SidePanel } from '@kept/ui/controls/SidePanel.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { WaitingApproval } from '../../remediation/WaitingApproval.tsx'
import { useMe } from '../../shell/useMe.ts'
import { ActivateSchedule } from './ActivateSchedule.tsx'
import { ActiveSchedule } from './ActiveSchedule.tsx'
import { Snippets } from './Snippets.tsx'
import { WeekHeat } from './WeekHeat.tsx'

interface OptimizePanelProps {
  environment: string
  onClose(): void
}

/** The schedule of one environment beside the list: proved on the past, with the choice between saving and waiting. */
export function OptimizePanel({ environment, onClose }: OptimizePanelProps) {
  const [hours, setHours] = useState<number | undefined>()
  const query = useQuery({
    ...api.developerBehavior.optimize.queryOptions({
      input: { id: environment, ...(hours === undefined ? {} : { weekly_hours: hours }) },
    }),
    placeholderData: keepPreviousData,
  })
  const optimization = query.data?.data
  const name = optimization?.environment.environment_name || environment
  return (
    <SidePanel
      open
      onClose={onClose}
      title={name}
      kicker={[optimization?.environment.type, optimization?.environment.project, optimization?.environment.team]
        .filter(Boolean)
        .join(' · ')}
    >
      <Loaded query={query} failed="Schedule could not be loaded." loading={<SkeletonRows rows={6} />}>
        {({ data }) => <Schedule optimization={data} hours={hours} onHours={setHours} />}
      </Loaded>
    </SidePanel>
  )
}

interface ScheduleProps {
  optimization: Optimized
  hours: number | undefined
  onHours(hours: number): void
}

function Schedule({ optimization, hours, onHours }: ScheduleProps) {
  const { recommendation, skip_reasons, heat_map, environment, snippets, managed } = optimization
  const mayWrite = useMe().data?.permissions.includes('behavior:write') ?? false
  const timeZone = recommendation?.schedule.time_zone ?? 'local'
  const isOff = recommendation?.weekly_hours === 0
  return (
    <>
      {optimization.approval && (
        <div className="mb-4">
          <WaitingApproval approval={optimization.approval} />
        </div>
      )}
      {managed && <ActiveSchedule managed={managed} mayWrite={mayWrite} />}
      <h3 className="mb-2 border-rule-strong border-b pb-1 text-small font-semibold">Last four weeks</h3>
      <WeekHeat
        map={heat_map}
        label={environment.environment_name || environment.environment_id}
        timeZone={timeZone}
        isObserved={environment.wasted_cost !== null}
      />
      <h3 className="mt-6 mb-2 border-rule-strong border-b pb-1 text-small font-semibold">
        {isOff ? 'Turn off' : 'Recommended schedule'}
      </h3>
      {recommendation === null ? (
        <p className="text-pretty text-body text-soft">{skip_reasons}</p>
      ) : (
        <>
          {isOff && (
            <p className="mb-2 text-pretty text-small text-soft">
              No one has used it for two weeks. Turn it off to keep its disks; anyone can start it on demand. To stop
              paying for the disks too, delete it with the commands below.
            </p>
          )}
          <Choices recommendation={recommendation} hours={hours} onHours={onHours} />
          <Backtest recommendation={recommendation} />
          <ActivateSchedule optimization={optimization} hours={hours} mayWrite={mayWrite} />
          {snippets.length > 0 && (
            <Snippets title={isOff ? 'Delete it' : 'Infrastructure as code'} snippets={snippets} />
          )}
        </>
      )}
      {environment.skip_reasons.length > 0 && (
        <ul className="mt-4 list-inside list-disc text-small text-soft">
          {environment.skip_reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </>
  )
}

function Choices({
  recommendation,
  hours,
  onHours,
}: Omit<ScheduleProps, 'optimization'> & { recommendation: ScheduleRecommendation }) {
  const id = useId()
  const { choices, backtest } = recommendation
  const recommended = choices.findIndex((choice) => choice.recommended)
  const chosen = hours === undefined ? recommended : choices.findIndex((choice) => choice.weekly_hours === hours)
  const choice = choices[chosen] ?? choices[recommended]
  if (!choice) return null
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="figure text-title font-semibold">
          {formatMoney(choice.monthly_savings, backtest.currency)}
        </span>
        <span className="text-small text-soft">a month (estimate)</span>
      </p>
      <p className="text-small text-soft">
        {choice.weekly_hours === 0
          ? 'Off all week; '
          : `${choice.weekly_hours} hours a week, ${formatPercent(100 * choice.coverage)} of expected work covered; `}
        {counted(choice.interruption_count, 'interruption')} in the backtest.
      </p>
      {choices.length > 1 && (
        <div className="mt-3">
          <label htmlFor={id} className="block text-small text-soft">
            Fewer interruptions or more saved
          </label>
          <input
            id={id}
            type="range"
            min={0}
            max={choices.length - 1}
            step={1}
            value={chosen < 0 ? recommended : chosen}
            aria-valuetext={`${choice.weekly_hours} hours a week, ${choice.interruption_count} interruptions, ${formatMoney(choice.monthly_savings, backtest.currency)} a month`}
            onChange={(event) => onHours(choices[Number(event.target.value)]?.weekly_hours ?? choice.weekly_hours)}
            className="w-full accent-ink"
          />
          {choice.recommended && <p className="text-micro text-faint">Recommended</p>}
        </div>
      )}
      <Windows choice={choice} recommendation={recommendation} />
    </>
  )
}

function Windows({
  choice,
  recommendation: { schedule },
}: {
  choice: ScheduleChoice
  recommendation: ScheduleRecommendation
}) {
  return (
    <>
      <ul className="figure mt-3 space-y-0.5 text-small">
        {choice.windows.map(({ day, start_time, end_time }) => (
          <li key={`${day} ${start_time}`} className="flex gap-3">
            <span className="w-24 text-soft capitalize">{day}</span> {start_time} to {end_time}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-pretty text-small text-soft">
        {choice.windows.length > 0 &&
          `${schedule.time_zone} time. Starts ${schedule.lead_minutes} minutes early and stops ${schedule.tail_minutes} minutes late. `}
        Anyone can start it on demand.
      </p>
    </>
  )
}

/** What the recommended schedule would have done to the past. */
function Backtest({
  recommendation: { backtest, held_out_coverage, weeks },
}: {
  recommendation: ScheduleRecommendation
}) {
  // Three weeks of new hours: one of them is the test.
  const heldOut = weeks < 4 ? 'last week, it covers' : 'last two weeks, it covers'
  return (
    <section aria-label="Backtest" className="mt-6 text-small">
      <h3 className="mb-2 border-rule-strong border-b pb-1 font-semibold">Backtest of the recommended schedule</h3>
      <p className="text-pretty text-soft">
        {formatWindow(backtest.start_time.slice(0, 10), backtest.end_time.slice(0, 10))}:{' '}
        {formatMoney(backtest.saved_cost, backtest.currency)} less,{' '}
        {counted(backtest.interruption_count, 'interruption')}.
        {held_out_coverage !== null &&
          ` Built without the ${heldOut} ${formatPercent(100 * held_out_coverage)} of the work in it.`}
      </p>
      {backtest.interruptions.length > 0 && (
        <details className="mt-1.5">
          <summary className="cursor-pointer text-soft hover:text-ink">Interruptions</summary>
          <ul className="figure mt-1 space-y-0.5">
            {backtest.interruptions.map(({ start_time: from, users }) => (
              <li key={from}>
                {formatMoment(from)} <span className="text-faint">{users.join(', ')}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
