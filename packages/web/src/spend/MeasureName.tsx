import { type Measure, measures } from '@kept/domain/cube.ts'
import { Tooltip } from '@kept/ui/controls/Tooltip.tsx'

/** A metric's name with its definition in a tooltip. */
export function MeasureName({ measure }: { measure: Measure }) {
  const { label, description } = measures[measure]
  return (
    <Tooltip content={description}>
      <button
        type="button"
        className="-my-0.5 cursor-help rounded-hair py-0.5 underline decoration-dotted decoration-edge underline-offset-3"
      >
        {label}
      </button>
    </Tooltip>
  )
}
