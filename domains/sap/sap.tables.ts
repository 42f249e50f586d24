declare module '#kit/server/database.ts' {
  interface Tables {}
}

export {}
