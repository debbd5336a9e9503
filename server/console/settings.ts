/** Settings of the console, by key. */
export const consoleSettings = {
  console: {
    type: 'boolean',
    default: true,
    description: 'serve the console at /; false: / redirects to /docs (chart: console.enabled)',
  },
} as const
