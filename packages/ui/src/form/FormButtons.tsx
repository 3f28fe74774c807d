import type { ReactNode } from 'react'
import { Button } from '../controls/Button.tsx'
import { cx } from '../cx.ts'

interface FormButtonsProps {
  isBusy: boolean
  /** Without it there is nothing to go back to, and no button. */
  onCancel?: (() => void) | undefined
  /** Of the button that submits. */
  children: ReactNode
  className?: string
}

/** The last row of a form: cancel, and submit at the right. */
export function FormButtons({ isBusy, onCancel, children, className }: FormButtonsProps) {
  return (
    <div className={cx('flex justify-end gap-2', className)}>
      {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      <Button type="submit" tone="primary" isBusy={isBusy}>
        {children}
      </Button>
    </div>
  )
}
