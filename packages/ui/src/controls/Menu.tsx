import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { floatClass, itemClass } from './float.ts'

interface MenuProps {
  /** The button that opens the menu; one element that accepts a ref. */
  trigger: ReactNode
  children: ReactNode
  align?: 'start' | 'end'
  /** Starts open, for a menu that is loaded on the first click. */
  defaultOpen?: boolean
}

/** A menu of actions or links. */
export function Menu({ trigger, children, align = 'end', defaultOpen }: MenuProps) {
  return (
    <Radix.Root modal={false} defaultOpen={defaultOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content align={align} sideOffset={6} collisionPadding={8} className={cx(floatClass, 'min-w-52 p-1')}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface MenuItemProps {
  children: ReactNode
  icon?: ReactNode
  onSelect?(): void
  /** Renders the child element, such as a link, instead of using `onSelect`. */
  asChild?: boolean
}

export function MenuItem({ children, icon, onSelect, asChild = false }: MenuItemProps) {
  return (
    <Radix.Item onSelect={onSelect} asChild={asChild} className={itemClass}>
      {asChild ? (
        children
      ) : (
        <>
          {icon && <span className="text-faint">{icon}</span>}
          {children}
        </>
      )}
    </Radix.Item>
  )
}

export function MenuLine() {
  return <Radix.Separator className="my-1 h-px bg-rule" />
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 py-1.5 text-small text-faint">{children}</Radix.Label>
}
