import { cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react'

interface OnDemandProps {
  /** What stands there until it is pressed. */
  button: ReactElement<{ onClick?(): void; onPointerEnter?(): void; onFocus?(): void }>
  /** Fetches the code of what opens; called when a person comes near. */
  preload(): Promise<unknown>
  /** The same button with what it opens, open. */
  children: ReactNode
}

/** A button whose menu is loaded on demand: floating menus would be a fifth of the shell's code. */
export function OnDemand({ button, preload, children }: OnDemandProps) {
  const [isRequested, setIsRequested] = useState(false)
  const preloadMenu = () => void preload().catch(() => undefined)
  const trigger = cloneElement(button, {
    onClick: () => setIsRequested(true),
    onPointerEnter: preloadMenu,
    onFocus: preloadMenu,
  })
  return isRequested ? <Suspense fallback={trigger}>{children}</Suspense> : trigger
}
