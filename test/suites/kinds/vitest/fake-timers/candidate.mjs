export function debounce(f, ms) {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => f(...given), ms);
  };
}
export const later = (ms) => new Promise((resolve) => setTimeout(() => resolve('done'), ms));
export function every(f, ms) {
  const timer = setInterval(f, ms);
  return () => clearInterval(timer);
}
export const today = () => new Date().toISOString().slice(0, 10);
export const wrongDelay = (f) => setTimeout(f, 2000);
