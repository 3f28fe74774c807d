/** The last part of a resource ID, with the full ID in the tooltip. */
export function ResourceLabel({ id, className = '' }: { id: string; className?: string }) {
  const name = id.split(/[/:]/).findLast((part) => part !== '') ?? id
  return (
    <span className={`break-all font-mono text-micro ${className}`} title={id}>
      {name}
    </span>
  )
}
