import { cx } from '../cx.ts'

interface AvatarProps {
  name: string
  /** Only a picture in the address itself (`data:`) is drawn: a page loads nothing from elsewhere. */
  picture?: string | null | undefined
  size?: 'small' | 'large'
}

/** A person: the picture, or the initials. The name stands beside it, so it is hidden from screen readers. */
export function Avatar({ name, picture, size = 'small' }: AvatarProps) {
  const sizeClass = size === 'large' ? 'size-16 text-lead' : 'size-6 text-micro'
  if (picture?.startsWith('data:image/')) {
    return <img src={picture} alt="" className={cx(sizeClass, 'shrink-0 rounded-full object-cover')} />
  }
  return (
    <span
      aria-hidden="true"
      className={cx(
        sizeClass,
        'inline-flex shrink-0 items-center justify-center rounded-full bg-ink font-medium text-paper',
      )}
    >
      {initialsOf(name)}
    </span>
  )
}

/** "Ana Maria Silva" is "AS". */
function initialsOf(name: string): string {
  const names = name.split(/\s+/).filter(Boolean)
  return [names[0], names.length > 1 ? names.at(-1) : ''].map((word) => word?.[0]?.toUpperCase() ?? '').join('')
}
