/** Addresses of the pictures of the examples; `embed/viewer/test/thumbnails.test.ts` draws them. */
const files = import.meta.glob<string>('./thumbnails/*.gen.svg', { query: '?url', import: 'default', eager: true })

/** The address of the small picture of an example. */
export const thumbnailOf = (id: string): string | undefined => files[`./thumbnails/${id}.gen.svg`]
