import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Spinner } from './Spinner.tsx'

type ButtonTone = 'primary' | 'plain' | 'quiet' | 'danger'

const tones: Record<ButtonTone, string> = {
  primary: 'bg-ink text-paper hover:bg-ink/88 border-transparent',
  plain: 'bg-raised text-ink border-rule-strong hover:bg-hover',
  quiet: 'border-transparent text-soft hover:bg-hover hover:text-ink',
  danger: 'bg-leak text-paper border-transparent hover:bg-leak/90',
}

/** The button classes, for links that look like buttons. */
export function buttonClass(tone: ButtonTone = 'plain', size: 'small' | 'medium' = 'medium', square = false): string {
  return cx(
    'inline-flex shrink-0 select-none print:hidden items-center justify-center gap-1.5 whitespace-nowrap rounded-base border font-medium transition-colors duration-120 disabled:opacity-50',
    size === 'medium' ? 'h-8 text-body' : 'h-7 text-small',
    square ? (size === 'medium' ? 'w-8' : 'w-7') : size === 'medium' ? 'px-3' : 'px-2.5',
    tones[tone],
  )
}

interface ButtonProps extends ComponentProps<'button'> {
  tone?: ButtonTone
  size?: 'small' | 'medium'
  /** Shows a spinner and disables the button. */
  isBusy?: boolean
  icon?: ReactNode
}

export function Button({
  tone = 'plain',
  size = 'medium',
  isBusy = false,
  icon,
  children,
  className,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled || isBusy}
      aria-busy={isBusy || undefined}
      data-primary={tone === 'primary' || undefined}
      className={cx(buttonClass(tone, size), className)}
    >
      {isBusy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The accessible name and tooltip. */
  label: string
  icon: ReactNode
  size?: 'small' | 'medium'
  tone?: ButtonTone
}

export function IconButton({ label, icon, size = 'medium', tone = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={cx(buttonClass(tone, size, true), className)}
    >
      {icon}
    </button>
  )
}
