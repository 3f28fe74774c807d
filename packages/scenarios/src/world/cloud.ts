/** The clouds a world spans. */
export type Cloud = 'aws' | 'azure' | 'gcp'
