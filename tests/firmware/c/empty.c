// What every image holds: vectors, start-up, an end.
int main(void) {
    return 0;
}
