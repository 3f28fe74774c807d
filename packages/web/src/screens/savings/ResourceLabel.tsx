/** The name of a resource, and its ID below it where that says more. */
export function ResourceLabel({ id, name, className = '' }: { id: string; name: string; className?: string }) {
  return (
    <span className={`block ${className}`}>
      <span className="block break-words">{name}</span>
      {id !== name && <span className="block break-all font-mono text-faint text-micro">{id}</span>}
    </span>
  )
}
