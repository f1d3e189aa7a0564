export const later = (f) => setTimeout(f, 1000);
export const tooLate = (f) => setTimeout(f, 5000);
export const api = { load: (id) => `real ${id}` };
export const title = (id) => api.load(id).toUpperCase();
