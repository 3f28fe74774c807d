/** A resource by its own name instead of its whole id, which stands in the tooltip and fits no phone. */
export function ResourceLabel({ id, className = '' }: { id: string; className?: string }) {
  const name = id.split(/[/:]/).findLast((part) => part !== '') ?? id
  return (
    <span className={`break-all font-mono text-micro ${className}`} title={id}>
      {name}
    </span>
  )
}
