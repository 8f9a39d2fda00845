"""What ``import kiebitz`` offers, and what the commands say of games and pictures: each answer is made in one place."""
