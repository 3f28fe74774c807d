import { cx } from '@kept/ui/cx.ts'

interface SelectBoxProps {
  /** For screen readers. */
  label: string
  checked: boolean
  /** Some, not all, of what it stands for is selected. */
  isPartial?: boolean
  onChange(isSelected: boolean): void
  className?: string
}

/** A checkbox of a row. A native one, so that the first button of the row stays the one that opens it. */
export function SelectBox({ label, checked, isPartial = false, onChange, className }: SelectBoxProps) {
  return (
    <label
      className={cx('inline-flex size-6 shrink-0 cursor-pointer items-center justify-center print:hidden', className)}
    >
      <input
        type="checkbox"
        className="size-4 cursor-pointer accent-ink"
        checked={checked}
        aria-label={label}
        ref={(box) => {
          if (box) box.indeterminate = isPartial
        }}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}
