export const memorySettings: Readonly<Record<string, string>>
export const serverOptions: readonly string[]
