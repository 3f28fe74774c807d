import type { ScheduleAccess } from '@kept/contract/routes/behavior-schedules.ts'
import { CopyText } from './CopyText.tsx'

/** Stop and start as commands of the cloud's own tool. */
export function Scripts({ scripts }: Pick<ScheduleAccess, 'scripts'>) {
  return (
    <div className="mt-3">
      {scripts.flatMap(({ resource, stop, start }) =>
        [
          { verb: 'Stop', script: stop },
          { verb: 'Start', script: start },
        ].map(({ verb, script }) => (
          <CopyText
            key={`${resource} ${verb}`}
            title={`${verb} ${resource} (${script.tool})`}
            description={script.description}
            text={script.run}
          />
        )),
      )}
    </div>
  )
}
